// expect: safe
// feature: Floating point: NaN, infinity, signed zeros
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  assert(-0.0 == 0.0);
  if (x == 0.0f) {
    assert(-x == x);
    assert(!signbit(x) == !!signbit(-x));
    assert(fabsf(x) == 0);
  }
  return 0;
}
