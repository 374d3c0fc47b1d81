// expect: safe
// property: overflow
// feature: Undefined behaviour: signed overflow (--property overflow)
extern unsigned __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  short b = __VERIFIER_nondet_short();
  a = a * a + 1u - (a << 5);
  b++;
  b = (short)(b * b);
  return a == (unsigned)b;
}
