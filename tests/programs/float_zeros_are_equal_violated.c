// expect: violated
// expect-line: 10
// feature: Floating point: NaN, infinity, signed zeros
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x == 0)
    assert(1 / x > 0); // minus infinity if x is -0.0
  return 0;
}
