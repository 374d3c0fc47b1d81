// expect: violated
// expect-line: 17
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f91(int x) {
  if (x > 100)
    return x - 10;
  return f91(f91(x + 11));
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > -1000 && x < 1000);
  int r = f91(x);
  assert(r == 91 || (x > 102 && r == x - 10));
  return 0;
}
