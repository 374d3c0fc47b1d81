// expect: violated
// expect-line: 11
// property: memory
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4);
  if (__VERIFIER_nondet_int() == 8) {
    free(p);
  }
  free(p);
  return 0;
}
