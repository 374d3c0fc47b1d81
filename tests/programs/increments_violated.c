// expect: violated
// expect-line: 8
#include <assert.h>

int main(void) {
  int x = 5;
  int y = x++;
  assert(y == x);
  return 0;
}
