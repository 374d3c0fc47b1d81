// expect: unknown
// property: assert
// reason: order of evaluation
// feature: Expressions: operands in any order
#include <assert.h>

/* Nobody takes the address of `state` here, but a caller may pass it, even as a number. */
struct pair {
  int left[2];
};
struct pair state;

static int step(void *p) {
  struct pair *pair = p;
  return pair->left[1]++;
}
static int second(struct pair p) {
  return p.left[1];
}

void f(unsigned long number) {
  int before = state.left[1];
  if (!number)
    return;
  int sum = step((void *)number) + 2 * second(state);
  assert(sum == 3 * before);
}
