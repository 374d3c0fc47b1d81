// expect: violated
// expect-line: 10
// function: get: unknown: only reached behind the violation in line 10
// function: fine: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int a[4] = {0, 1, 2, 3};
static void bad(int x) {
  int copy = x > 0 ? 0 : x;
  assert(copy > 0);
}
static int get(int i) { int j = i; assert(j < 4); return a[j]; }
static int fine(int i) { int j = i & 3; assert(j < 4); return a[j]; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  fine(x);
  bad(x);
  get(x);
  return 0;
}
