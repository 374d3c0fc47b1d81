// expect: safe
// property: assert,null
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <stdlib.h>

static int count;
static void finish(void) { count = 7; }

int begin(void) {
  count = 2;
  return atexit(finish);
}

int is_known(void) {
  assert(count == 0 || count == 2 || count == 7);
  return count;
}
