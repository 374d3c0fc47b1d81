// expect: safe
// feature: Expressions: scopes
#include <assert.h>

int x = 1;

int main(void) {
  assert(x == 1);
  int x = 2;
  {
    int x = 3;
    assert(x == 3);
    x++;
  }
  assert(x == 2);
  for (int x = 0; x < 2; x++) {
  }
  assert(x == 2);
  return 0;
}
