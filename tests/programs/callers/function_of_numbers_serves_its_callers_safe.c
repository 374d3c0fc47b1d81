// expect: safe
// property: assert,div-by-zero
/* What is proved of counted for all arguments holds in each of the calls, and what it returns is known there as well. */
#include <assert.h>

int counted(int n) {
  int i = 0;
  int s = 0;
  if (n < 0 || n > 1000) {
    return 1;
  }
  while (i < n) {
    i++;
    s += 2;
  }
  assert(s == 2 * n);
  return s + 1;
}

int twice(int n) { return 100 / counted(n) + 100 / counted(n + 1); }

int result_that_matters(void) {
  int r = counted(-4);
  assert(r == 1);
  return r;
}
