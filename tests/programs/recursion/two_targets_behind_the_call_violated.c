// expect: violated
// expect-line: 15
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int f(int x) {
  if (x <= 0)
    return 0;
  return f(x - 1) + 1;
}

int main(void) {
  int r = f(__VERIFIER_nondet_int());
  int a = 0;
  assert(r == 0);
  assert(a != 1);
  return 0;
}
