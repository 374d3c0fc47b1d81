// expect: safe
// feature: Arithmetic: overflow and wrap-around
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x + 1;
  assert(y > x || y == 0);
  return 0;
}
