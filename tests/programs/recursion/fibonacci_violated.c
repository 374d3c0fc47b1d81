// expect: violated
// expect-line: 19
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int fibonacci(int n) {
  if (n < 1)
    return 0;
  if (n == 1)
    return 1;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x <= 8);
  int r = fibonacci(x);
  assert(x < 5 || r > 5);
  return 0;
}
