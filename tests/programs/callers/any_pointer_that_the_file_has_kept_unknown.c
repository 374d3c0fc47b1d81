// expect: unknown
// reason: a possible violation was not confirmed
// property: assert
// options: --callers any
// feature: Functions: verified on their own, without main
#include <assert.h>

static int *kept;

void keep(int *p) { kept = p; }

int other(int *p) {
  if (!p || !kept) return 0;
  *kept = 1;
  *p = 2;
  assert(*kept == 1); /* not where what is passed was kept before */
  return 0;
}
