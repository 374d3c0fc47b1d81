// expect: safe
// feature: Expressions: assignment operators and steps
#include <assert.h>

int main(void) {
  int x = 5;
  int before = x++;
  int after = ++x;
  int down = x-- - 1;
  assert(before == 5 && after == 7 && down == 6 && x == 6);
  return 0;
}
