// expect: unknown
// reason: whether it happens depends on where objects lie in memory
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[2], b[2];
int main(void) {
  memset(a, 0, sizeof a);
  b[0] = 7;
  int *t[2] = {b, b};
  int *p = t[__VERIFIER_nondet_uint() % 2];
  if (p == a + 2)
    assert(*p != 7);
  return 0;
}
