// expect: violated
// expect-line: 10
// feature: Floating point: conversions
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x > -3.0 && x < 3.0)
    assert((int)x <= x); // -0.5 becomes 0
  return 0;
}
