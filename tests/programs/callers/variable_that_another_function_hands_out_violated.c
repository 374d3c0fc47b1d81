// expect: violated
// property: assert
// options: --entry set
// expect-line: 15
// feature: Functions: verified on their own, without main
#include <assert.h>

static int level;
int *get(void) { return &level; }

int set(int *p) {
  if (!p) return 0;
  level = 1;
  *p = 2;
  assert(level == 1); /* not for set(get()) */
  return 0;
}
