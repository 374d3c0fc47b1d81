// expect: unknown
// reason: is only reached behind undefined behaviour: access outside of the object's bounds at
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() > 3) {
    int a[2] = {1, 1};
    int i = 0;
    while (a[i])
      i++;
    assert(0);
  }
  return 0;
}
