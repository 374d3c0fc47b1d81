// expect: violated
// expect-line: 10
// expect-code: out-of-bounds
// property: bounds
// feature: Undefined behaviour: accesses outside of an object (--property bounds)
extern int __VERIFIER_nondet_int(void);

static int last(const int *a, int n) {
  /* one too far */
  return a[n];
}

int main(void) {
  int a[4] = {1, 2, 3, 4}, n = __VERIFIER_nondet_int();
  return n > 0 && n <= 4 ? last(a, n) : 0;
}
