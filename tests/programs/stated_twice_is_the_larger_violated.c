// expect: violated
// expect-line: 12
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <vouch.h>

int calls;

int choose(const int *a, unsigned n, unsigned m) {
  VOUCH_REQUIRES(VOUCH_READABLE(a, n) && VOUCH_READABLE(a, m));
  calls = 1;
  assert(m <= n);
  return n > 0 ? a[n - 1] : 0;
}
