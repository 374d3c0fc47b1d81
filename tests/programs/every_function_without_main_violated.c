// expect: violated
// expect-line: 13
// feature: Functions: verified on their own, without main
#include <assert.h>

int fine(int x) {
  assert(x == x);
  return x;
}

int one_more(int x, int limit) {
  int next = x < limit ? x + 1 : x;
  assert(next < limit);
  return next;
}
