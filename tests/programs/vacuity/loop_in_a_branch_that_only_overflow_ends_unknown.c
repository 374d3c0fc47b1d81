// expect: unknown
// reason: is not reached unless signed arithmetic overflows
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() > 3) {
    int i;
    for (i = 1; i; ++i) {
    }
    assert(0);
  }
  return 0;
}
