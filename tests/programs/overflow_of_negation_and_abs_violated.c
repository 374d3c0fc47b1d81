// expect: violated
// expect-line: 10
// expect-code: signed-overflow
// property: overflow
// feature: Undefined behaviour: signed overflow (--property overflow)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  return abs(__VERIFIER_nondet_int()) == 7;
}
