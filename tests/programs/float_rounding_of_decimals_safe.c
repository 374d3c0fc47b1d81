// expect: safe
// feature: Floating point: arithmetic and rounding
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float a = __VERIFIER_nondet_float();
  float b = 0.2f;
  double x = 0.1, y = 0.2;
  if (a == 0.1f) {
    assert(a + b == 0.3f);     // in float
    assert(a + b != 0.3);      // but not as a double
    assert(x + y != 0.3);
    assert((float)(x + y) == 0.3f);
  }
  return 0;
}
