// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int id(int x) {
  if (x <= 0)
    return 0;
  int r = id(x - 1) + 1;
  assert(r == x);
  return r;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= 0 && x <= 1000);
  id(x);
  return 0;
}
