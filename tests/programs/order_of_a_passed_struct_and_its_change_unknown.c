// expect: unknown
// property: assert
// reason: order of evaluation
// feature: Expressions: operands in any order
#include <assert.h>

/* No pointer to `a` is kept, but both calls are passed one, and pass it on. */
struct pair {
  int left[2];
  int right[2];
};
static int set(struct pair *p, int n) {
  p->right[1] = n;
  return n;
}
static int set_again(struct pair *p, int n) {
  return set(p, n);
}
static int get(struct pair *p) {
  return p->right[1];
}

int main(void) {
  struct pair a = {{0, 0}, {0, 0}};
  int sum = set_again(&a, 1) + 2 * get(&a);
  assert(sum == 3);
  return 0;
}
