// expect: unknown
// reason: whether it happens depends on where objects lie in memory
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[2], b[2];
int main(void) {
  int *t[2] = {b, b};
  int *p = t[__VERIFIER_nondet_uint() % 2];
  if (p == a + 2) {
    *p = 1;
    if (b[0] == 1)
      assert(0);
  }
  return 0;
}
