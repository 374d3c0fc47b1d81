// expect: safe
// property: overflow
// feature: Undefined behaviour: signed overflow (--property overflow)
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
  if (a > 0 && b < 0) {
    a = a + b;
    b = a - 1;
  }
  return a == b;
}
