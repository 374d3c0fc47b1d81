// expect: violated
// expect-line: 12
// options: --entry second
#include <assert.h>

void first(int x) {
  assert(x == 0);
}

void second(int x) {
  int next = x == 9 ? x : x + 1;
  assert(next != 3);
}

int main(void) {
  return 0;
}
