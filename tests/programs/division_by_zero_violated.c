// expect: violated
// expect-line: 13
// expect-code: division-by-zero
// property: div-by-zero
// feature: Undefined behaviour: division by zero (--property div-by-zero)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int sum = 0, n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    sum = 1;
  }
  return sum / n;
}
