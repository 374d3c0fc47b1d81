// expect: safe
// feature: Arithmetic: conversions and promotions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char low = (unsigned char)-1;
  unsigned u = x;
  assert(low == 255);
  assert(x >= 0 ? u == (unsigned)x : u >= 2147483648u);
  return 0;
}
