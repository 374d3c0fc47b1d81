// expect: unknown
// reason: order of evaluation
// feature: Expressions: operands in any order
#include <assert.h>

// The inner activation writes the variable of the outer one.
static int count_down(int n, int *left) {
  int kept = n;
  *left = n;
  return n > 0 ? kept + count_down(n - 1, &kept) : 0;
}

int main(void) {
  int left;
  assert(count_down(1, &left) == 1);
}
