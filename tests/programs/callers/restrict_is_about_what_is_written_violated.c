// expect: violated
// property: assert
// expect-line: 13
// feature: Functions: verified on their own, without main
#include <assert.h>

static int differences;

int compare(const int *restrict a, const int *restrict b) {
  differences = 0;
  if (!a || !b)
    return 0;
  assert(a != b); /* both are only read */
  return *a - *b;
}
