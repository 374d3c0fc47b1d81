// expect: safe
// options: -- -fwrapv -fno-wrapv
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  assert(y > x);
}
