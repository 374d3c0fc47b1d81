// expect: safe
// feature: Objects: structs
#include <assert.h>

struct point {
  int x;
  int y;
};

int main(void) {
  struct point a = {1, 2};
  struct point b = a;
  b.x = 7;
  assert(a.x == 1 && b.x == 7 && b.y == 2);
  return 0;
}
