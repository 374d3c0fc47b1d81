// expect: safe
// feature: Verification: __VERIFIER and __CPROVER functions, entry and properties
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 10);
  assert(x != 3);
  __VERIFIER_assume(0);
  assert(0);
  return 0;
}
