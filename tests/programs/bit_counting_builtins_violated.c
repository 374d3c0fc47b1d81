// expect: violated
// expect-line: 9
// feature: GNU C: builtins that count bits
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x == 0 || __builtin_clz(x) != 3 || x % 2 == 0);
  return 0;
}
