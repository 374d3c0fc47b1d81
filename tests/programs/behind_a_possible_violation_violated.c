// expect: violated
// expect-line: 9
// function: bad: violated
// function: get: safe
// function: main: unknown: calls 'bad', which fails in line 9
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int a[4] = {0, 1, 2, 3};
static void bad(int x) { int copy = x; assert(copy > 0); }
static int get(int i) { int j = i; assert(j < 4); return a[j]; }

int main(void) {
  bad(__VERIFIER_nondet_int());
  get(3);
  return 0;
}
