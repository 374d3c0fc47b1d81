// expect: safe
// options: --analysis predicate
// feature: Objects: arrays, also of arrays, with any index
#include <assert.h>

int maximum(const int *a, int n) {
  int m = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > m) m = a[i];
  for (int k = 0; k < n; k++)
    assert(a[k] <= m);
  return m;
}
