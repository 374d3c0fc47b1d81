// expect: violated
// expect-line: 9
// feature: Floating point: NaN, infinity, signed zeros
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  assert(x == x); // not for NaN
  return 0;
}
