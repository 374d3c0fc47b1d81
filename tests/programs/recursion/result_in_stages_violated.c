// expect: violated
// expect-line: 17
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int id(int x) {
  if (x <= 0)
    return 0;
  int r = id(x - 1) + 1;
  return r > 3 ? 3 : r;
}

int main(void) {
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i <= 500);
  assert(id(i) != 2);
  return 0;
}
