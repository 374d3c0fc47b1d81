// expect: safe
// feature: Verification: __VERIFIER and __CPROVER functions, entry and properties
extern int __VERIFIER_nondet_int(void);
void __CPROVER_assume(_Bool condition);
void __CPROVER_assert(_Bool condition, const char *text);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __CPROVER_assume(x > 3);
  __CPROVER_assert(x > 2, "x is large");
  return 0;
}
