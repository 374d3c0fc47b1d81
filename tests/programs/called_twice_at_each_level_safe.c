// expect: safe
// options: --analysis predicate --blocks functions --executions off

/* Of 2^n calls on the path those matter that are made last. */
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
static int f0(int x) {
  if (x < 0)
    return 0;
  if (x > 100)
    return 100;
  return x;
}
static int f1(int x) { return f0(f0(x)); }
static int f2(int x) { return f1(f1(x)); }
static int f3(int x) { return f2(f2(x)); }
static int f4(int x) { return f3(f3(x)); }
static int f5(int x) { return f4(f4(x)); }
static int f6(int x) { return f5(f5(x)); }
static int f7(int x) { return f6(f6(x)); }
static int f8(int x) { return f7(f7(x)); }
static int f9(int x) { return f8(f8(x)); }
static int f10(int x) { return f9(f9(x)); }
static int f11(int x) { return f10(f10(x)); }
static int f12(int x) { return f11(f11(x)); }
static int f13(int x) { return f12(f12(x)); }
static int f14(int x) { return f13(f13(x)); }
int main(void) {
  int r = f14(__VERIFIER_nondet_int());
  assert(r >= 0 && r <= 100);
  return 0;
}
