// expect: safe
// feature: Objects: arrays, also of arrays, with any index
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[8];
  unsigned i = __VERIFIER_nondet_uint() % 8;
  unsigned j = __VERIFIER_nondet_uint() % 8;
  a[i] = 1;
  a[j] = 2;
  assert(a[j] == 2);
  assert(i == j || a[i] == 1);
  return 0;
}
