// expect: safe
// property: assert
// feature: Expressions: operands in any order
#include <assert.h>

/* The calls are passed the same struct, and use different members of it. */
struct pair {
  int left[2];
  int right[2];
};
static int set(struct pair *p, int n) {
  p->right[1] = n;
  return n;
}
static int get(struct pair *p) {
  return p->right[0];
}

int main(void) {
  struct pair a = {{0, 0}, {7, 0}};
  int sum = set(&a, 1) + get(&a);
  assert(sum == 8 && a.right[1] == 1);
  return 0;
}
