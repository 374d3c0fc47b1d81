// expect: safe
// property: assert,bounds
// feature: Functions: verified on their own, without main
#include <assert.h>

/* As good as constant: nothing in the file writes it, and nobody else can. */
static int next[300] = {[0 ... 298] = 17, [299] = -1};
static int sums[18];

int follow(unsigned at) {
  if (at >= 300)
    return 0;
  int found = next[at];
  assert(found == 17 || found == -1);
  return found < 0 ? 0 : sums[found];
}
