// expect: violated
// expect-line: 15
// expect-code: use-after-free
// property: use-after-free
// feature: Functions: recursion
extern int __VERIFIER_nondet_int(void);

static int *innermost(int n) {
  int own = n;
  int *result = &own;
  return n > 0 ? innermost(n - 1) : result;
}

int main(void) {
  return *innermost(2);
}
