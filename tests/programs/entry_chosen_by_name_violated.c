// expect: violated
// expect-line: 11
// options: --entry second
#include <assert.h>

void first(int x) {
  assert(x == 0);
}

void second(int x) {
  assert(x != 3);
}

int main(void) {
  return 0;
}
