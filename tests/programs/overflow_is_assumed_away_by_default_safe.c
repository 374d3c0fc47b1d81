// expect: safe
// feature: Undefined behaviour: signed overflow (--property overflow)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x + 1 > x);
  return 0;
}
