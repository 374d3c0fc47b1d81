// expect: safe
// feature: Control flow: switch
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int steps = 0;
  switch (x) {
  case 3:
    steps++;
  case 2:
    steps++;
  case 1:
    steps++;
    break;
  default:
    steps = x;
  }
  assert(steps == x);
  return 0;
}
