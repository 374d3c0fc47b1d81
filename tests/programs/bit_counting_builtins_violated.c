// expect: violated
// expect-line: 8
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x == 0 || __builtin_ctz(x) != 3 || __builtin_popcount(x) != 2);
  return 0;
}
