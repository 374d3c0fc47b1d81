// expect: safe
// property: bounds,use-after-free
// feature: Undefined behaviour: accesses outside of an object (--property bounds)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) {
    return 0;
  }
  int *a = malloc(n * sizeof *a);
  a[n - 1] = 7;
  int last = a[n - 1];
  free(a);
  return last;
}
