// expect: safe
// property: assert,use-after-free
// feature: Objects: lifetimes of automatic variables
#include <assert.h>

int main(void) {
  int *before = 0, *now = 0;
  int n = 0;
again:;
  int x = n;
  before = now;
  now = &x;
  n++;
  if (n < 3) {
    goto again;
  }
  assert(before == now && *before == 2);
}
