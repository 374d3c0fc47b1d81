// expect: safe
// feature: Memory: pointers and their arithmetic
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[2], b[2];
int main(void) {
  int *t[2] = {a, b};
  int *p = t[__VERIFIER_nondet_uint() % 2];
  *p = 1;
  if (p == a)
    assert(a[0] == 1 && b[0] == 0);
  return 0;
}
