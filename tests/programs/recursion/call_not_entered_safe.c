// expect: safe
#include <assert.h>

static void f(int n) {
  if (n < 3)
    return;
  n--;
  f(n);
  assert(0);
}

int main(void) {
  f(2);
  return 0;
}
