// expect: violated
// expect-line: 22
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int condition);
#include <assert.h>

int main(void) {
  int number = __VERIFIER_nondet_int();
  unsigned char byte = __VERIFIER_nondet_uchar();
  _Bool flag = __VERIFIER_nondet_bool();
  double half = __VERIFIER_nondet_double();
  float third = __VERIFIER_nondet_float();
  long long most = __VERIFIER_nondet_longlong();
  unsigned long wide = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(number == -2147483647 - 1 && most == -9223372036854775807LL - 1 && wide == 18446744073709551615UL);
  assert(!(byte == 200 && flag && half == 0.5 && third == 0.1f));
  return 0;
}
