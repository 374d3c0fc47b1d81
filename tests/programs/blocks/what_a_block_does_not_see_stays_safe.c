// expect: safe
// options: --blocks functions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int unrelated;

static int successor(int x) {
  return x + 1;
}

int main(void) {
  unrelated = 1;
  int a = successor(3);
  unrelated = 2;
  int b = successor(3);
  assert(a == 4 && b == 4);
  assert(unrelated == 2);
  return 0;
}
