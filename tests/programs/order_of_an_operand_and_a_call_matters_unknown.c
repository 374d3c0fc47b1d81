// expect: unknown
// reason: order of evaluation
// feature: Expressions: operands in any order
#include <assert.h>

static int total = 1;

static int reset(void) {
  total = 5;
  return 1;
}

int main(void) {
  total = total + reset(); // 2 or 6
  assert(total == 2);
}
