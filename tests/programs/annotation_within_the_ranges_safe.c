// expect: safe
// property: assert
// feature: Statements: assertions in comments (ACSL)
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned y = __VERIFIER_nondet_uint();
  if (x < 0 || y < 5 || y > 100)
    return 0;
  //@ assert y - 5 < y <= 100;
  if (x < 5) {
    //@ assert x < y && x - 10 < 0;
  }
  return 0;
}
