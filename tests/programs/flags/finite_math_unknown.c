// expect: unknown
// reason: floating-point arithmetic under -ffinite-math-only
// options: -- -ffinite-math-only
#include <assert.h>

static double zero;

int main(void) {
  double x = zero / zero;
  assert(x != x);
}
