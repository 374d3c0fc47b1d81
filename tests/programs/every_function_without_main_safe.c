// expect: safe
// feature: Functions: verified on their own, without main
#include <assert.h>

int absolute(int x) {
  int result = x < 0 ? -x : x;
  assert(result >= 0);
  return result;
}

unsigned half(unsigned x) {
  assert(x / 2 <= x);
  return x / 2;
}
