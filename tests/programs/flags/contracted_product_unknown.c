// expect: unknown
// reason: floating-point arithmetic under -mfma
// options: -- -mfma
#include <assert.h>

static double a = 1.0 + 0x1p-30, b = 1.0 - 0x1p-30, c = -1.0;

int main(void) {
  double x = a * b + c;
  assert(x == 0.0);
}
