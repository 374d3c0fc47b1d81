// expect: violated
// expect-line: 13
// options: --blocks functions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int successor(int x) {
  return x + 1;
}

int main(void) {
  int two = successor(1);
  assert(two != 2);
  return 0;
}
