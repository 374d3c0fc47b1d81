// expect: safe
// feature: Functions: calls by value, locals, static locals, functions that do not return
#include <assert.h>

static int clamp(int x, int low, int high) {
  if (x < low)
    return low;
  if (x > high)
    return high;
  return x;
}

int main(void) {
  int a = clamp(50, 0, 10);
  int b = clamp(-50, 0, 10);
  assert(a == 10 && b == 0);
  return 0;
}
