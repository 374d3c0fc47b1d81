// expect: violated
// expect-line: 9
// feature: Expressions: assignment operators and steps
#include <assert.h>

int main(void) {
  int x = 5;
  int y = x++;
  assert(y == x);
  return 0;
}
