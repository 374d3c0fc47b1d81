// expect: safe
// feature: Functions: verified on their own, without main
#include <assert.h>

int half(int n) {
  assert(n >= 0);
  int result;
  assert(n < 1000);
  result = n / 2;
  assert(result < 500);
  return result;
}

int use(int x) {
  return x < 0 || x > 10 ? 0 : half(x);
}
