// expect: safe
// feature: Control flow: switch
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  switch (x) {
  case -1:
    y = 1;
    break;
  default:
    y = 2;
    break;
  case 5:
    y = 3;
  }
  assert((x == -1) == (y == 1) && (x == 5) == (y == 3));
  return 0;
}
