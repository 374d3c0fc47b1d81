// expect: unknown
// reason: floating-point arithmetic under -fsingle-precision-constant
// options: -- -fsingle-precision-constant
#include <assert.h>

int main(void) {
  double tenth = 0.1;
  assert(tenth * 10.0 == 1.0);
}
