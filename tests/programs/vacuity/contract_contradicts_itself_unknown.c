// expect: unknown
// reason: no run keeps to what is assumed
#include <assert.h>

int half(int n) {
  assert(n > 10);
  assert(n < 5);
  int result = n / 2;
  assert(result == 77);
  return result;
}
