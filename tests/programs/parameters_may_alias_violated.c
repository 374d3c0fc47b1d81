// expect: violated
// expect-line: 11
#include <assert.h>

void set(int *p, int *q) {
  assert(p);
  assert(q);
  {
    *p = 1;
    *q = 2;
    assert(*p == 1);
  }
}
