// expect: safe
// feature: Verification: __VERIFIER and __CPROVER functions, entry and properties
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  short s = __VERIFIER_nondet_short();
  _Bool b = __VERIFIER_nondet_bool();
  unsigned long l = __VERIFIER_nondet_ulong();
  assert(c <= 255 && s >= -32768 && s <= 32767);
  assert(b == 0 || b == 1);
  assert(l >= 0);
  return 0;
}
