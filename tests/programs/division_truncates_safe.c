// expect: safe
// feature: Arithmetic: division and remainder
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);
  int x = __VERIFIER_nondet_int();
  assert(x % 3 > -3 && x % 3 < 3);
  return 0;
}
