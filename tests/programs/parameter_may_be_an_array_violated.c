// expect: violated
// expect-line: 8
// feature: Functions: verified on their own, without main
#include <assert.h>

int second(const int *a, int n) {
  if (!a || n < 2) return 0;
  assert(a[1] != 7);
  return a[1];
}
