// expect: violated
// expect-line: 9
// feature: Arithmetic: overflow and wrap-around
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x + 1 > x);
  return 0;
}
