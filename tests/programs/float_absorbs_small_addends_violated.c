// expect: violated
// expect-line: 10
// feature: Floating point: arithmetic and rounding
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 1 && x < 1e30f)
    assert(x + 1 > x);
  return 0;
}
