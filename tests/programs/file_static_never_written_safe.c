// expect: safe
// property: assert,div-by-zero,bounds,null
// feature: Functions: verified on their own, without main
#include <assert.h>

static int never = 5;
static int table[4] = {1, 2, 3, 4};
static struct {
  int (*size)(int);
  const char *name;
} operations[2] = {{0, "first"}, {0, "second"}};

static int twice(int n) { return n < 100 && n > -100 ? 2 * n : 0; }
static int (*doubled)(int) = twice;

int ratio(void) { return 10 / never; }

int first(void) {
  assert(table[0] == 1);
  return table[0] + (operations[1].size ? 1 : 0);
}

int apply(int n) { return doubled(n); }

int own(void) {
  static int step = 3;
  return 12 % step;
}
