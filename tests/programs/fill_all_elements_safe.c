// expect: safe
// options: --analysis predicate
// feature: Objects: arrays, also of arrays, with any index
#include <assert.h>

int table[100];

void fill(int n) {
  if (n > 100) return;
  for (int i = 0; i < n; i++)
    table[i] = 7;
  for (int k = 0; k < n; k++)
    assert(table[k] == 7);
}
