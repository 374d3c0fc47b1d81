// expect: safe
// options: --blocks functions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int leaf(int x) {
  return x;
}

static int left(void) {
  return leaf(7);
}

static int right(void) {
  return leaf(7);
}

int main(void) {
  assert(left() == right());
  return 0;
}
