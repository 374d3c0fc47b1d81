// expect: safe
// feature: Objects: arrays, also of arrays, with any index
#include <assert.h>

int main(void) {
  int squares[4];
  for (int i = 0; i < 4; i++) {
    squares[i] = i * i;
  }
  assert(squares[0] == 0 && squares[3] == 9);
  return 0;
}
