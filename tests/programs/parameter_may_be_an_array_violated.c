// expect: violated
// expect-line: 9
// feature: Functions: verified on their own, without main
#include <assert.h>

int second(const int *a, int n) {
  if (!a || n < 2) return 0;
  int x = a[1];
  assert(x != 7);
  return a[1];
}
