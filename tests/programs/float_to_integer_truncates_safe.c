// expect: safe
// feature: Floating point: conversions
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > -3.0 && x < 3.0) {
    int n = x;
    assert(n >= -2 && n <= 2);
    if (x > 0)
      assert(n <= x);
    if (x == -2.75)
      assert(n == -2);
  }
  return 0;
}
