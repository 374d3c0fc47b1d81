// expect: violated
// property: assert
// expect-line: 20
/* What counted asserts holds in every call; what its caller makes of the result does not. */
#include <assert.h>

int counted(int n) {
  int i = 0;
  if (n < 0 || n > 1000) {
    return 1;
  }
  while (i < n) {
    i++;
  }
  assert(i == n);
  return i;
}

int sum(int n) {
  assert(counted(n) + counted(n) != 6);
  return n;
}
