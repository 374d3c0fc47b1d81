// expect: unknown
// reason: is only reached behind undefined behaviour: access through a null pointer at
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 12345) {
    int *p = 0;
    *p = 1;
    assert(0);
  }
  return 0;
}
