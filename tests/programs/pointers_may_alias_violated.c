// expect: violated
// expect-line: 18
// feature: Memory: pointers and their arithmetic
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int distinct(int *p, int *q) {
  *p = 1;
  *q = 2;
  return *p;
}

int main(void) {
  int a;
  int b;
  int *q = __VERIFIER_nondet_int() ? &a : &b;
  int result = distinct(&a, q);
  assert(result == 1);
  return 0;
}
