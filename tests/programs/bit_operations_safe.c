// expect: safe
// feature: Arithmetic: bit operations and shifts
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert((x & 7) < 8);
  assert((x | 1) % 2 == 1);
  assert((x ^ x) == 0);
  assert((x & ~x) == 0);
  return 0;
}
