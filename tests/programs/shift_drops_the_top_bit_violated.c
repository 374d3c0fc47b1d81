// expect: violated
// expect-line: 9
// feature: Arithmetic: bit operations and shifts
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert((x << 1) >> 1 == x);
  return 0;
}
