// expect: violated
// expect-line: 12
// feature: Control flow: while, do, for
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int rounds = 0;
  do {
    rounds++;
  } while (rounds < __VERIFIER_nondet_int());
  assert(rounds != 2);
  return 0;
}
