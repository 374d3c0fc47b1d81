// expect: violated
// expect-line: 10
// options: -- -fwrapv
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  assert(y > x);
}
