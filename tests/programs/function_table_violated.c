// expect: violated
// expect-line: 18
// feature: Functions: calls through pointers
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct shape {
  int (*area)(int);
};

static int square(int side) { return side; }
static int nothing(int side) { return side - side; }

int main(void) {
  struct shape shapes[2] = {{square}, {nothing}};
  int side = __VERIFIER_nondet_int();
  assert(side <= 5 || shapes[side > 7].area(side) > 0);
  return 0;
}
