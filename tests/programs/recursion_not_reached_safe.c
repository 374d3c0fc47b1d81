// expect: safe
// feature: Functions: recursion
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int forever(int n) {
  return forever(n + 1);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x > 0 ? 1 : -1;
  if (y == 0) {
    forever(x);
    assert(0);
  }
  return 0;
}
