// expect: unknown
// property: assert
// reason: order of evaluation
// feature: Expressions: operands in any order
#include <assert.h>

/* `keep` has left a pointer to `a`, through which `step` changes it. */
struct pair {
  int left[2];
};
static struct pair *kept;
static void keep(struct pair *p) {
  kept = p;
}
static int step(void) {
  return kept->left[1]++;
}
static int second(struct pair p) {
  return p.left[1];
}

int main(void) {
  struct pair a = {{0, 3}};
  keep(&a);
  int sum = step() + 2 * second(a);
  assert(sum == 11);
  return 0;
}
