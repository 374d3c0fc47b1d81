// expect: violated
// expect-line: 10
// hint: 11
// feature: Functions: verified on their own, without main
#include <assert.h>

/* The second assertion is the function's own business: it computes what it asserts. */
int twice(int n) {
  int result = n & 255;
  assert(result != 7);
  assert(n > 0);
  return 2 * result;
}
