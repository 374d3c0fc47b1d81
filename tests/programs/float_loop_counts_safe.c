// expect: safe
// feature: Floating point: arithmetic and rounding
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 0.0 && x <= 1.0))
    return 0;
  while (x < 10.0)
    x += 1.0;
  assert(x <= 11.0);
  assert(x >= 10.0);
  return 0;
}
