// expect: violated
// expect-line: 7
// property: div-by-zero
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  return 10 / n;
}
