// expect: violated
// expect-line: 11
// feature: Arithmetic: products of variables
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 1 && y > 1 && x < 100 && y < 100) {
    assert(x * y != 35);
  }
  return 0;
}
