// expect: unknown
// reason: a possible violation was not confirmed
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

static int numbers[4];
static int *kept;
void keep(int *p) { kept = p; }
int *number(int i) { return &numbers[i & 3]; }

int set(int *p) {
  if (!p || !kept) return 0;
  *kept = 1; *p = 2;
  assert(*kept == 1); /* what is passed may be kept */
  return 0;
}
