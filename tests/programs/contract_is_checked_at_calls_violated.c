// expect: violated
// expect-line: 12
// feature: Functions: verified on their own, without main
#include <assert.h>

static int half(int n) {
  assert(n >= 0);
  return n / 2;
}

int use(int x) {
  return x == 7 ? 0 : half(x);
}
