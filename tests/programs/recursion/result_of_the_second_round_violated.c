// expect: violated
// expect-line: 15
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int f(int x) {
  if (x <= 0)
    return 0;
  int smaller = f(x - 1);
  return smaller + 1;
}

int main(void) {
  int b = f(__VERIFIER_nondet_int());
  assert(b != 1);
  return 0;
}
