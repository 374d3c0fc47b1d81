// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int count;

static void increment(int n) {
  if (n <= 0)
    return;
  count = count + 1;
  increment(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 1000);
  count = 0;
  increment(n);
  assert(count == n);
  return 0;
}
