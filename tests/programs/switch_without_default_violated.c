// expect: violated
// expect-line: 15
// feature: Control flow: switch
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int known = 0;
  switch (__VERIFIER_nondet_int()) {
  case 0:
  case 7:
    known = 1;
    break;
  }
  assert(known);
  return 0;
}
