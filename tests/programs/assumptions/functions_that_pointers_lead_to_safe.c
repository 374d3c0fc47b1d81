// expect: safe
// assumes: functions that only pointers lead to, and whose address the file does not take, are assumed to return any value, to change only what their arguments point to without const, and to fail no assertion
#include <assert.h>

int apply(int (*operation)(int), int x) {
  int y = x;
  int z = operation(x);
  assert(y == x);
  return z;
}
