// expect: violated
// expect-line: 11
// feature: Arithmetic: conversions and promotions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int balance = __VERIFIER_nondet_int();
  unsigned limit = 100;
  if (balance < 10) {
    assert(balance < limit);
  }
  return 0;
}
