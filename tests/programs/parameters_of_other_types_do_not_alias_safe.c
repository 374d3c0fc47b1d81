// expect: safe
// feature: Functions: verified on their own, without main
#include <assert.h>

void set(int *p, long *q) {
  assert(p);
  assert(q);
  *p = 1;
  *q = 2;
  assert(*p == 1);
}
