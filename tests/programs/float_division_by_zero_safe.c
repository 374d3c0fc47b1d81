// expect: safe
// feature: Floating point: NaN, infinity, signed zeros
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double(), zero = 0;
  if (x > 0) {
    assert(x / zero > 1e308);
    assert(isinf(x / zero));
    assert(-x / zero < 0);
  }
  assert(isnan(zero / zero));
  return 0;
}
