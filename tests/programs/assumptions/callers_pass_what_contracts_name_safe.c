// expect: safe
// property: bounds
// assumes: callers pass pointers to the start of what contracts say that they lead to, and to no more of it: so many elements, or a string
#include <vouch.h>

int last(const int *a, int n) {
  VOUCH_REQUIRES(n > 0 && VOUCH_READABLE(a, n));
  return a[n - 1];
}
