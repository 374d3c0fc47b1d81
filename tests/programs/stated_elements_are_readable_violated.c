// expect: violated
// expect-line: 11
// property: bounds
// feature: Functions: verified on their own, without main
#include <vouch.h>

unsigned sum(const int *a, unsigned n) {
  VOUCH_REQUIRES(VOUCH_READABLE(a, n));
  unsigned total = 0;
  for (unsigned i = 0; i <= n; ++i) {
    total += (unsigned)a[i];
  }
  return total;
}
