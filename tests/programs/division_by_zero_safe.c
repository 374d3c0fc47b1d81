// expect: safe
// property: div-by-zero
// feature: Undefined behaviour: division by zero (--property div-by-zero)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  double zero = 0;
  if (n > 0 && m / n > 3 && 1 / zero > 1) {
    return m % n;
  }
  return m != 0 ? n / m : 0;
}
