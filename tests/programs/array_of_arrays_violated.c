// expect: violated
// expect-line: 10
// feature: Objects: arrays, also of arrays, with any index
#include <assert.h>

int main(void) {
  int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  grid[1][0] = 9;
  assert(grid[0][2] == 3);
  assert(grid[1][0] == 4);
  return 0;
}
