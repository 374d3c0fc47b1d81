// expect: violated
// expect-line: 11
// expect-code: signed-overflow
// property: overflow
// feature: Undefined behaviour: signed overflow (--property overflow)
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
  if (a > 3000000000 && b > 0 && b < 4000000000) {
    a = a * b;
  }
  return a != 0;
}
