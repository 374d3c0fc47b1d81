// expect: safe
// feature: Floating point: exact functions
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x >= 1 && x <= 100) {
    assert(floor(x) <= x && ceil(x) >= x);
    assert(fabs(-x) == x);
    assert(copysign(x, -1.0) == -x);
    assert(fmax(x, 2) >= 2 && fmin(x, 2) <= 2);
    assert(sqrt(x) >= 1);
    assert(isfinite(x) && isnormal(x) && fpclassify(x) == FP_NORMAL);
  }
  return 0;
}
