// expect: safe
// property: null
#include <assert.h>
struct point {
  int x, y;
};

int first(const struct point *p) {
  assert(p);
  return p->x;
}
