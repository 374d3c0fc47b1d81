// expect: safe
// feature: Objects: arrays, also of arrays, with any index
#include <assert.h>

int main(void) {
  int a[5] = {1, 2};
  int b[] = {[2] = 7, 8};
  assert(a[0] + a[1] == 3 && a[4] == 0);
  assert(sizeof b / sizeof b[0] == 4 && b[0] == 0 && b[3] == 8);
  return 0;
}
