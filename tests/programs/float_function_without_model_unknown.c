// expect: unknown
// reason: possible violation
// feature: Floating point: functions without a model
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x >= 0 && x <= 1)
    assert(sin(x) <= 1);
  return 0;
}
