// expect: unknown
// property: assert
// reason: order of evaluation
// feature: Expressions: operands in any order
#include <assert.h>

/* What a recursive function is passed it passes on to itself. */
struct pair {
  int left[2];
};
static int sink(struct pair *p, int n) {
  if (n > 0)
    return sink(p, n - 1);
  return p->left[1]++;
}

int main(void) {
  struct pair a = {{0, 3}};
  int sum = sink(&a, 2) + 2 * a.left[1];
  assert(sum == 11);
  return 0;
}
