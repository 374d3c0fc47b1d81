// expect: safe
// feature: Control flow: switch
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int small = 0;
  switch (x) {
  case 1 ... 3:
    small = 1;
  }
  assert(small == (x >= 1 && x <= 3));
  return 0;
}
