// expect: violated
// expect-line: 19
// feature: Control flow: switch
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int kind = 0;
  switch (x) {
  case 1:
    kind = 1;
  case 2:
    kind = 2;
    break;
  default:
    break;
  }
  assert(x != 1 || kind == 1);
  return 0;
}
