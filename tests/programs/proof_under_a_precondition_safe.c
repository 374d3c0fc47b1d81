// expect: safe
// property: null,assert
// assumes: callers keep to the preconditions that hints name
// hint: 12
// feature: Functions: verified on their own, without main
#include <assert.h>

struct range { int *low, *high; };

/* Nobody asks for null here, so that it is for callers not to pass it. What else there is to prove is proved without it. */
int width(const struct range *range) {
  int low = *range->low;
  int high = *range->high;
  assert(low == *range->low);
  return high > low ? high / 2 - low / 2 : 0;
}
