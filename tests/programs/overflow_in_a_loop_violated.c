// expect: violated
// expect-line: 11
// expect-code: signed-overflow
// property: overflow
// feature: Undefined behaviour: signed overflow (--property overflow)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int value = 1, digits = 10 + __VERIFIER_nondet_uchar() % 2;
  for (int i = 1; i < digits; i++) {
    value *= 10;
  }
  return value != 0;
}
