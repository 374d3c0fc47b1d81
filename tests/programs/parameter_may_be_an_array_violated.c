// expect: violated
// expect-line: 7
#include <assert.h>

int second(const int *a, int n) {
  if (!a || n < 2) return 0;
  assert(a[1] != 7);
  return a[1];
}
