// expect: safe
// feature: Arithmetic: conversions and promotions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  _Bool b = x;
  assert(b == (x != 0));
  b = 256;
  assert(b == 1);
  return 0;
}
