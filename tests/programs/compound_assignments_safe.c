// expect: safe
// feature: Expressions: assignment operators and steps
#include <assert.h>

int main(void) {
  int x = 10;
  x += 5;
  x -= 3;
  x *= 2;
  x /= 5;
  x %= 3;
  x <<= 4;
  x >>= 1;
  x |= 3;
  x &= 10;
  x ^= 1;
  assert(x == 11);
  int y, z;
  y = z = 4;
  assert(y == 4 && z == 4);
  signed char c = 100;
  c += 100; // computed as int, then converted
  assert(c == -56);
  return 0;
}
