// expect: violated
// expect-line: 18
// feature: Objects: structs
#include <assert.h>

struct point {
  int x;
  int y;
};

static void move(struct point p) {
  p.x++;
}

int main(void) {
  struct point a = {1, 2};
  move(a);
  assert(a.x == 2);
  return 0;
}
