// expect: unknown
// reason: unless signed arithmetic overflows
// property: use-after-free
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  free(p);
  for (int i = 1; i != 0; i += 2 - 1) {
  }
  *p = 1;
  return 0;
}
