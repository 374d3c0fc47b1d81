// expect: safe
// feature: Control flow: while, do, for
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rounds = 0;
  int x = __VERIFIER_nondet_int();
  do {
    rounds++;
  } while (rounds < 3 && x > 0);
  assert(rounds >= 1 && rounds <= 3);
  return 0;
}
