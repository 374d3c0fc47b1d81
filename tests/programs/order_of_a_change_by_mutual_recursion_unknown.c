// expect: unknown
// property: assert
// reason: order of evaluation
// feature: Expressions: operands in any order
#include <assert.h>

/* The function that is called only passes on what the other one changes. */
struct pair {
  int left[2];
};
static int change(struct pair *p, int n);
static int pass(struct pair *p, int n) {
  return change(p, n);
}
static int change(struct pair *p, int n) {
  if (n > 0)
    return pass(p, n - 1);
  return p->left[1]++;
}

int main(void) {
  struct pair a = {{0, 3}};
  int sum = pass(&a, 2) + 2 * a.left[1];
  assert(sum == 11);
  return 0;
}
