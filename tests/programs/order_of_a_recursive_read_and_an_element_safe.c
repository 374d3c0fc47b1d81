// expect: safe
// property: assert
// feature: Expressions: operands in any order
#include <assert.h>

/* What the function passes on to itself it only reads. */
static int sum(int n, const int *x) {
  if (n < 0)
    return 0;
  return sum(n - 1, x) + x[n];
}

int main(void) {
  int x[3] = {1, 2, 3};
  assert(sum(2, x) == 6);
  return 0;
}
