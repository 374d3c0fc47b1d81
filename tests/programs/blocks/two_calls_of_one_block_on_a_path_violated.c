// expect: violated
// expect-line: 17
// options: --blocks functions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int successor(int x) {
  return x + 1;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a >= 1000)
    return 0;
  int b = successor(a);
  int c = successor(b);
  assert(a != 5 || c != 7);
  return 0;
}
