// expect: unknown
// property: assert
// reason: unsupported construct: in the annotation: "u - 1" can overflow
// feature: Statements: assertions in comments (ACSL)
extern unsigned __VERIFIER_nondet_uint(void);

/* Among the integers u - 1 is negative where u is zero. In C it is not. */
int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  //@ assert u - 1 >= 0;
  return 0;
}
