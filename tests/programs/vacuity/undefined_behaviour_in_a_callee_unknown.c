// expect: unknown
// reason: is only reached behind undefined behaviour: access through a null pointer at
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void set(int *p) { *p = 1; }

int main(void) {
  int x = 0;
  set(&x);
  if (__VERIFIER_nondet_int() > 3) {
    set(0);
    assert(0);
  }
  assert(x == 1);
  return 0;
}
