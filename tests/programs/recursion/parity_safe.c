// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int n) {
  if (n < 2)
    return n;
  return f(n - 2);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 1000);
  assert(f(n) == n % 2);
  return 0;
}
