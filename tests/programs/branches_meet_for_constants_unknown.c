// expect: unknown
// reason: the path is not feasible
// options: --analysis constants
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  int z = 0;
  if (__VERIFIER_nondet_int() == 1)
    x = 1;
  else
    z = 1;
  assert(x != z); // where the branches meet, nothing is left of either variable
  return 0;
}
