// expect: safe
// feature: Control flow: while, do, for
#include <assert.h>

int main(void) {
  int cells = 0;
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 2; column++) {
      cells++;
    }
  }
  assert(cells == 6);
  return 0;
}
