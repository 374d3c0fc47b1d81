// expect: violated
// expect-line: 10
// expect-code: signed-overflow
// property: overflow
// feature: Undefined behaviour: signed overflow (--property overflow)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  return b != 0 && a / b == 1;
}
