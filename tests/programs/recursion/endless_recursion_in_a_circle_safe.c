// expect: safe
#include <assert.h>

static int f(int x) { return f(x < 1000 ? x + 1 : 0); }

int main(void) {
  f(0);
  assert(0);
  return 0;
}
