// expect: safe
// feature: Arithmetic: bit operations and shifts
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x >> 1 <= x);
  assert((1u << 4) == 16);
  assert((x << 1) % 2 == 0);
  assert((x >> 28) < 16);
  return 0;
}
