// expect: unknown
// reason: unless signed arithmetic overflows
#include <assert.h>

static int f(int x) {
  if (x < 0)
    return 1;
  return f(x + 1);
}

int main(void) {
  f(0);
  assert(0);
  return 0;
}
