// expect: safe
// feature: Objects: compound literals
#include <assert.h>

struct point {
  int x, y;
};

static int sum(const struct point *p) {
  return p->x + p->y;
}

int main(void) {
  assert(sum(&(struct point){3, 4}) == 7);
  int *values = (int[]){1, 2, 3};
  assert(values[2] == 3);
  return 0;
}
