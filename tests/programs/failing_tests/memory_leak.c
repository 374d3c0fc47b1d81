// expect: violated
// expect-line: 13
// property: memory
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (__VERIFIER_nondet_int() != 5) {
    free(p);
  }
  p = 0;
  return 0;
}
