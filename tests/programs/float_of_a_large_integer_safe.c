// expect: safe
// feature: Floating point: conversions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  float x = 16777217;
  assert(x == 16777216.0f);
  if (n >= -1000 && n <= 1000) {
    double y = n;
    assert((int)y == n);
  }
  return 0;
}
