// expect: safe
// feature: Arithmetic: conversions and promotions
#include <assert.h>

int main(void) {
  unsigned char a = 200;
  unsigned char b = 100;
  assert(a + b == 300);
  assert((unsigned char)(a + b) == 44);
  assert(-1 > 1u);
  assert(sizeof(a + b) == sizeof(int));
  return 0;
}
