// expect: safe
// property: null
// feature: Functions: verified on their own, without main
#include <assert.h>
struct point {
  int x, y;
};

int first(const struct point *p) {
  assert(p);
  return p->x;
}
