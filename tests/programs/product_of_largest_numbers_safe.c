// expect: safe
// property: assert,div-by-zero
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

/* Between which numbers the divisor lies: up to the square of the largest of 64 bits, which 128 bits do not hold. */
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong();
  unsigned long b = __VERIFIER_nondet_ulong();
  assert(100 / (a * b | 1) <= 100);
}
