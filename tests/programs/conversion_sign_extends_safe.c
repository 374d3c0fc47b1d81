// expect: safe
// feature: Arithmetic: conversions and promotions
#include <assert.h>
extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
  signed char c = __VERIFIER_nondet_schar();
  long long wide = c;
  unsigned long long unsigned_wide = (unsigned long long)c;
  assert(wide >= -128 && wide <= 127);
  assert(c >= 0 || unsigned_wide > 0xFFFFFFFFFFFFFF00ull - 1);
  return 0;
}
