// expect: safe
// feature: Floating point: NaN, infinity, signed zeros
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  assert(x == x || isnan(x));
  assert(!(x < 1 && x >= 1));
  if (!(x < 1) && !(x >= 1))
    assert(x != x);
  return 0;
}
