// expect: unknown
// reason: a possible violation was not confirmed
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

static unsigned *kept;
static int table[3];
void keep(unsigned *p) { kept = p; }
int *get(void) { return table; }

int set(void) {
  if (!kept)
    return 0;
  table[0] = 1;
  *kept = 2;
  assert(table[0] == 1); /* not behind keep((unsigned *)get()) */
  return 0;
}
