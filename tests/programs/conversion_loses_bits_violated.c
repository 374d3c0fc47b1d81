// expect: violated
// expect-line: 10
// feature: Arithmetic: conversions and promotions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  signed char c = (signed char)x;
  assert(c == x || x > 200 || x < -200);
  return 0;
}
