// expect: violated
// expect-line: 8
#include <assert.h>

int calls;
int half(int n) {
  calls = 1;
  assert(n >= 0);
  return n / 2;
}
