// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int n) {
  int m = n;
  n = 0;
  if (m <= 0)
    return n;
  return f(m - 1) + 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 500);
  assert(f(n) == n);
  return 0;
}
