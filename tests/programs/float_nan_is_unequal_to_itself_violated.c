// expect: violated
// expect-line: 8
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  assert(x == x); // not for NaN
  return 0;
}
