// expect: safe
// feature: Functions: calls through pointers
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct shape {
  int (*area)(int);
};

static int square(int side) { return side; }
static int nothing(int side) { return side - side; }

static int measure(const struct shape *shape, int side) { return shape->area(side); }

int main(void) {
  struct shape shapes[2] = {{square}, {nothing}};
  int side = __VERIFIER_nondet_int();
  if (side > 0) {
    assert(measure(&shapes[0], side) > measure(&shapes[1], side));
  }
  return 0;
}
