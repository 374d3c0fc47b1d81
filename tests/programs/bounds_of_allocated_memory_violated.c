// expect: violated
// expect-line: 15
// expect-code: out-of-bounds
// property: bounds
// feature: Undefined behaviour: accesses outside of an object (--property bounds)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) {
    return 0;
  }
  int *a = malloc(n * sizeof *a);
  a[n] = 0;
  return 0;
}
