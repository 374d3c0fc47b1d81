// expect: unknown
// reason: no run keeps to what is assumed: all stop, the last of them at
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 10);
  __VERIFIER_assume(x < 5);
  assert(0);
  return 0;
}
