// expect: violated
// expect-line: 11
// feature: Functions: verified on their own, without main
#include <assert.h>

static int limit = 5;

int *where(void) { return &limit; }

int use(void) {
  assert(limit == 5);
  return limit;
}
