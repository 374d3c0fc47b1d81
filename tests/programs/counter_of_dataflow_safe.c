// expect: safe
// options: --analysis dataflow
// feature: Control flow: while, do, for
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// One state for each place: constants alone lose the counter where the loop begins, values one by one never end.
int main(void) {
  int limit = __VERIFIER_nondet_int();
  int count = 0;
  while (count < limit)
    count++;
  assert(count >= 0);
  return 0;
}
