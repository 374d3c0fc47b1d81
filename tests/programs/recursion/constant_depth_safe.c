// expect: safe
#include <assert.h>

static int f(int x) {
  if (x <= 0)
    return x;
  int smaller = f(x - 1);
  return smaller + 1;
}

int main(void) {
  int b = f(2);
  assert(b == 2);
  return 0;
}
