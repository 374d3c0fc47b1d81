// expect: safe
// feature: Functions: recursion
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned halvings(unsigned n) {
  return n < 2 ? 0 : 1 + halvings(n / 2);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(halvings(n) <= n);
  return 0;
}
