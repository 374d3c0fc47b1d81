// expect: violated
// expect-line: 15
// options: --entry area
#include <assert.h>
struct point {
  int x;
  int y;
};
struct box {
  struct point corners[2];
};

int area(struct point origin, struct box box) {
  int y = origin.y;
  assert(!(y == -4 && box.corners[1].x == 11));
  return origin.x;
}
