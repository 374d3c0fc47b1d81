// expect: violated
// expect-line: 9
// options: --blocks functions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void innermost(int x) {
  int twice = x + x;
  assert(twice != 6);
}

static void middle(int x) {
  innermost(x + 1);
}

static void outer(int x) {
  middle(x + 1);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > -1000 && x < 1000)
    outer(x);
  return 0;
}
