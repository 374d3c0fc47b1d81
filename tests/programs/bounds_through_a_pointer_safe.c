// expect: safe
// property: bounds
// feature: Undefined behaviour: accesses outside of an object (--property bounds)
extern int __VERIFIER_nondet_int(void);

static int last(const int *a, int n) { return a[n - 1]; }

int main(void) {
  int a[4] = {1, 2, 3, 4}, n = __VERIFIER_nondet_int();
  return n > 0 && n <= 4 ? last(a, n) : 0;
}
