// expect: safe
// feature: Arithmetic: conversions and promotions
#include <assert.h>

int main(void) {
  unsigned char c = 255;
  c++;
  unsigned short s = 0;
  s -= 1;
  assert(c == 0 && s == 65535);
  return 0;
}
