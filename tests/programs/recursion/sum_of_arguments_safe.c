// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int sum(int n, int m) {
  if (n <= 0)
    return m + n;
  return sum(n - 1, m + 1);
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(a >= -10000 && a <= 10000);
  __VERIFIER_assume(b >= -10000 && b <= 10000);
  assert(sum(a, b) == a + b);
  return 0;
}
