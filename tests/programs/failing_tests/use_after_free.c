// expect: violated
// expect-line: 11
// property: use-after-free
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  if (*p == 3) {
    free(p);
    return *p;
  }
  return 0;
}
