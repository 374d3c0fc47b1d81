// expect: violated
// expect-line: 9
// feature: Verification: __VERIFIER and __CPROVER functions, entry and properties
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 7) {
    __VERIFIER_error();
  }
  return 0;
}
