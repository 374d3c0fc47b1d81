// expect: violated
// expect-line: 10
// property: null
// options: --allocation may-fail
// no-failing-test: the run needs an allocation that fails
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return 0;
}
