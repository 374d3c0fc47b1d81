// expect: violated
// expect-line: 16
// expect-code: use-after-free
// property: use-after-free
// feature: Undefined behaviour: use after the end of a lifetime (--property use-after-free)
extern int __VERIFIER_nondet_int(void);

static int *largest(int a, int b) {
  static int kept;
  int *result = a > b ? &a : &kept;
  kept = b;
  return result;
}

int main(void) {
  return *largest(1, __VERIFIER_nondet_int());
}
