// expect: violated
// expect-line: 11
// feature: Floating point: arithmetic and rounding
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = 0.2;
  if (x == 0.1)
    assert(x + y == 0.3);
  return 0;
}
