// expect: safe
// feature: Floating point: arithmetic and rounding
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float eat = __VERIFIER_nondet_float(), left = __VERIFIER_nondet_float();
  if (eat <= left / 2.0 && 0.0 <= left && !isinf(left)) {
    left = left - eat;
    assert(left >= 0.0);
  }
  return 0;
}
