// expect: violated
// expect-line: 11
#include <assert.h>

static int half(int n) {
  assert(n >= 0);
  return n / 2;
}

int use(int x) {
  return x == 7 ? 0 : half(x);
}
