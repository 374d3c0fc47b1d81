// expect: safe
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

const int three = 3;

int set(int *p) {
  if (!p)
    return 0;
  *p = 4;
  assert(three == 3); /* who passes &three casts const away */
  return 0;
}
