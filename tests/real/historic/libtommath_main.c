/* LibTomMath: a power of two, with any exponent below 256. */
#include "bn_mp_2expt.c"
#include "bn_mp_grow.c"
#include "bn_mp_zero.c"

extern int __VERIFIER_nondet_int(void);

int main(void) {
  mp_int number = {0, 2, MP_ZPOS, calloc(2, sizeof(mp_digit))};
  int exponent = __VERIFIER_nondet_int();
  return exponent < 256 ? mp_2expt(&number, exponent) : 0;
}
