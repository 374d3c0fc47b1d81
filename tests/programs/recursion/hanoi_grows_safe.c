// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int hanoi(int n) {
  if (n == 1)
    return 1;
  return 2 * hanoi(n - 1) + 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1 && n <= 30);
  assert(hanoi(n) >= n);
  return 0;
}
