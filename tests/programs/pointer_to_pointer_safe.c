// expect: safe
// feature: Memory: pointers and their arithmetic
#include <assert.h>

int main(void) {
  int x = 1;
  int y = 2;
  int *p = &x;
  int **pp = &p;
  **pp = 3;
  *pp = &y;
  *p = 4;
  assert(x == 3 && y == 4);
  return 0;
}
