// expect: unknown
// reason: order of evaluation
// feature: Expressions: operands in any order
#include <assert.h>

static int n;

static int next(void) {
  n = n * 2 + 1;
  return n;
}

static int doubled(void) {
  n = n * 2;
  return n;
}

static int difference(int a, int b) { return a - b; }

int main(void) {
  assert(difference(next(), doubled()) == -1); // gcc calls doubled first
}
