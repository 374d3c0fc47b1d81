// expect: safe
// property: assert,bounds
// options: --analysis value
#include <assert.h>

static const signed char table[2000] = {[0 ... 999] = 3, [1000 ... 1999] = -7};

/* Formulas know only between which numbers the elements are. */
int main(void) {
  int sum = 0;
  for (int i = 990; i < 1010; i++)
    sum += table[i];
  assert(sum == 10 * 3 - 10 * 7);
}
