// expect: violated
// expect-line: 8
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void f(int n) {
  int x = __VERIFIER_nondet_int();
  assert(n != 1 || x != 6);
  x = 5;
  if (n > 0 && x == 5)
    f(n - 1);
}

int main(void) {
  f(2);
  return 0;
}
