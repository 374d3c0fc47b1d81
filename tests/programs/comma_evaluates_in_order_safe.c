// expect: safe
// feature: Expressions: comma
#include <assert.h>

int main(void) {
  int x = 1;
  int y = (x++, x * 10);
  int i, j;
  for (i = 0, j = 10; i < j; i++, j--) {
  }
  assert(x == 2 && y == 20 && i == 5 && j == 5);
  return 0;
}
