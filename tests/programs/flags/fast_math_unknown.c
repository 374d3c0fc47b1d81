// expect: unknown
// reason: floating-point arithmetic under -ffast-math
// options: -- -ffast-math
#include <assert.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x != x) {
    assert(x != x);
  }
}
