// expect: safe
// property: null,bounds
// assumes: functions that are not seen and that are named after "malloc", or have the attribute "alloc_size", are assumed to return null or a new object of the size that they are passed, to change only what their arguments point to without const, and to fail no assertion
#include <stddef.h>

struct point {
  int x, y;
};

extern void *shapes_malloc(size_t size);

struct point *make_point(int x) {
  struct point *point = shapes_malloc(sizeof *point);
  if (!point)
    return 0;
  point->x = x;
  point->y = 0;
  return point;
}
