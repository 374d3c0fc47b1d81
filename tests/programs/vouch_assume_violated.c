// expect: violated
// expect-line: 12
// property: overflow
// feature: Undefined behaviour: signed overflow (--property overflow)
#include "vouch.h"

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  VOUCH_ASSUME(n > -1000);
  return n * 2 == 7;
}
