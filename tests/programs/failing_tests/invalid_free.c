// expect: violated
// expect-line: 8
// property: memory
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  p++;
  free(p);
  return 0;
}
