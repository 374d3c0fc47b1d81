// expect: violated
// expect-line: 10
// feature: Arithmetic: bit operations and shifts
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned power = x & (x - 1);
  assert(power != 0 || x == 0 || x < 1000);
  return 0;
}
