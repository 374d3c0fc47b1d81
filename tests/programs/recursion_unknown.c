// expect: unknown
// reason: recursion
// feature: Functions: recursion
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned sum(unsigned n) {
  return n == 0 ? 0 : n + sum(n - 1);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100)
    return 0;
  assert(sum(n) >= n);
  return 0;
}
