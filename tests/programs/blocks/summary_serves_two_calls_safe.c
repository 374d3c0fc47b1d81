// expect: safe
// options: --blocks functions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int magnitude(int x) {
  return x < 0 ? -x : x;
}

int main(void) {
  int u = __VERIFIER_nondet_int();
  int v = __VERIFIER_nondet_int();
  if (u > -1000 && v > -1000) {
    assert(magnitude(u) >= 0);
    assert(magnitude(v) >= 0);
  }
  return 0;
}
