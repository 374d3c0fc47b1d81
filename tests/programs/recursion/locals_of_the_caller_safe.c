// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int n) {
  int x;
  if (n <= 0) {
    x = 100;
    return 0;
  }
  x = n;
  f(n - 1);
  assert(x != 100);
  return 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n <= 50);
  f(n);
  return 0;
}
