// expect: safe
// feature: GNU C: builtins that count bits
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x >= 16 && x < 32) {
    assert(__builtin_clz(x) == 27);
    assert(__builtin_popcount(x) >= 1);
  }
  return 0;
}
