// expect: safe
// feature: Expressions: operands in any order
#include <assert.h>

// Each activation has an array of its own, so that it does not matter when the left operand is read.
static int sum(int n) {
  int kept[1];
  kept[0] = n;
  if (n <= 0) {
    return 0;
  }
  return kept[0] + sum(n - 1);
}

int main(void) { assert(sum(2) == 3); }
