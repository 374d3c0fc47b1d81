// expect: violated
// expect-line: 11
// expect-code: out-of-bounds
// property: bounds
// feature: Undefined behaviour: accesses outside of an object (--property bounds)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4], n = __VERIFIER_nondet_int();
  for (int i = 0; i <= n && i <= 4; i++) {
    a[i] = i;
  }
  return 0;
}
