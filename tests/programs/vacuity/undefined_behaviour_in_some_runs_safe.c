// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 100 / x; /* x is not zero, or nothing is known */
  assert(y <= 100);
  return 0;
}
