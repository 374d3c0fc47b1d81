// expect: violated
// expect-line: 11
// feature: Arithmetic: overflow and wrap-around
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  unsigned distance = a - b;
  assert(distance <= a);
  return 0;
}
