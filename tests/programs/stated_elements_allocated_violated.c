// expect: violated
// expect-line: 15
// not-native: gcc does not see the contract
// feature: Functions: verified on their own, without main
#include <vouch.h>
#include <stdlib.h>
int last(const int *a, int n) {
  VOUCH_REQUIRES(n > 0 && n < 100 && VOUCH_READABLE(a, n));
  return a[n - 1];
}
int use(int k) {
  if (k < 1 || k > 50) return 0;
  int *p = calloc(k, sizeof *p);
  if (!p) return 0;
  int r = last(p, k + 1);
  free(p);
  return r;
}
