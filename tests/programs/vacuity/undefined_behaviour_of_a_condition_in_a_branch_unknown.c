// expect: unknown
// reason: is only reached behind undefined behaviour: division by zero at
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0) {
    if (10 / x > 3)
      assert(0);
    assert(x != 0);
  }
  return 0;
}
