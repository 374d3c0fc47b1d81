// expect: violated
// expect-line: 14
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int f(int n) {
  int x;
  if (n <= 0) {
    x = 100;
    return 0;
  }
  x = 5;
  f(n - 1);
  assert(x != 5);
  return 0;
}

int main(void) {
  f(__VERIFIER_nondet_int());
  return 0;
}
