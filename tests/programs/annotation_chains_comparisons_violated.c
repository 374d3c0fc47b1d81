// expect: violated
// expect-line: 8
// feature: Statements: assertions in comments (ACSL)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  //@ assert 0 <= n < 100;
  return 0;
}
