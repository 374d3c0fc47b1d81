// expect: violated
// expect-line: 22
// options: --analysis predicate --blocks functions --executions off

/* Of 2^n calls on the path those matter that are made last. */
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
static int f0(int x) {
  if (x < 0)
    return 0;
  if (x > 100)
    return 101;
  return x;
}
static int f1(int x) { return f0(f0(x)); }
static int f2(int x) { return f1(f1(x)); }
static int f3(int x) { return f2(f2(x)); }
static int f4(int x) { return f3(f3(x)); }
static int f5(int x) { return f4(f4(x)); }
int main(void) {
  int r = f5(__VERIFIER_nondet_int());
  assert(r >= 0 && r <= 100);
  return 0;
}
