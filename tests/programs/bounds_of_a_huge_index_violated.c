// expect: violated
// expect-line: 11
// expect-code: out-of-bounds
// property: bounds
// feature: Undefined behaviour: accesses outside of an object (--property bounds)
extern long __VERIFIER_nondet_long(void);

int main(void) {
  int a[4] = {0};
  long i = __VERIFIER_nondet_long();
  return i > 1000000 ? a[i] : 0;
}
