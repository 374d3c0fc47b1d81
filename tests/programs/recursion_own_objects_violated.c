// expect: violated
// expect-line: 17
// feature: Functions: recursion
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void increment(int *value) {
  ++*value;
}

static int count(int n) {
  int own = n;
  increment(&own);
  int inner = n > 0 ? count(n - 1) : 0;
  assert(own == n + 1);
  int *p = &own;
  assert(inner == 0 || *p != 4 || n != 3);
  return own;
}

int main(void) {
  return count(3) + __VERIFIER_nondet_int();
}
