// expect: unknown
// property: assert
// reason: unsupported construct: in the annotation: "x" can be another number in C than among the integers
// feature: Statements: assertions in comments (ACSL)
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* In C a negative x is a large number there. */
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned y = __VERIFIER_nondet_uint();
  if (x >= 0 || y >= 5)
    return 0;
  //@ assert x > y;
  return 0;
}
