// expect: safe
// feature: Control flow: while, do, for
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0;
  int y = 0;
  while (x < 1000 && __VERIFIER_nondet_int()) {
    x++;
    y += 2;
  }
  assert(y == 2 * x);
  return 0;
}
