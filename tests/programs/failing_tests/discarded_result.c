// expect: violated
// expect-line: 10
// no-failing-test: it ran without failing (vouch: not the run that was found: __VERIFIER_nondet_int is called more often
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
  __VERIFIER_nondet_int();
  int second = __VERIFIER_nondet_int();
  assert(second != 17);
  return 0;
}
