// expect: violated
// expect-line: 16
// property: memory
// expect-code: memory-leak
// options: --allocation may-fail
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  if (p == NULL) {
    return 1;
  }
  p = realloc(p, 8);
  free(p);
  return 0;
}
