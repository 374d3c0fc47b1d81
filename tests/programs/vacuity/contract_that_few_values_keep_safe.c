// expect: safe
#include <assert.h>

int half(int n) {
  assert(n > 123456789);
  assert(n < 123456791);
  int result = n / 2;
  assert(result == 61728395);
  return result;
}
