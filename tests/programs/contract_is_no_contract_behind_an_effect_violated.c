// expect: violated
// expect-line: 9
// feature: Functions: verified on their own, without main
#include <assert.h>

int calls;
int half(int n) {
  calls = 1;
  assert(n >= 0);
  return n / 2;
}
