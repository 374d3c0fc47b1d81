// expect: violated
// expect-line: 13
// feature: Control flow: while, do, for
#include <assert.h>

int main(void) {
  int cells = 0;
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < row; column++) {
      cells++;
    }
  }
  assert(cells == 6);
  return 0;
}
