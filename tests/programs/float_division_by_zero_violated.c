// expect: violated
// expect-line: 10
// feature: Floating point: NaN, infinity, signed zeros
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (y == 0 && !(x < 0))
    assert(x / y > 0); // NaN, or minus infinity
  return 0;
}
