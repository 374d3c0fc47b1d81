// expect: safe
// property: assert,bounds
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[64];
  int a = sprintf(text, "%+d|%5d|%-5d|%x|%o|%lld", 5, 12, -12, 255u, 8u, -1234567890123LL);
  assert(a == 2 + 1 + 5 + 1 + 5 + 1 + 2 + 1 + 2 + 1 + 14);
  int b = sprintf(text, "%*d%.2s%%", 4, 7, "abc");
  assert(b == 7);
  return 0;
}
