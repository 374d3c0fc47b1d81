// expect: violated
// expect-line: 12
// property: assert

/* It looks at the copy, and so at the argument. */
#include <assert.h>

int bounded(int x) {
  int y = x;
  if (y > 10)
    y = 10;
  assert(y < 10);
  return y;
}
