// expect: violated
// expect-line: 11
// feature: Floating point: arithmetic and rounding
#include <assert.h>

int main(void) {
  float x = 0;
  for (int i = 0; i < 10; i++)
    x += 0.1f;
  int is_one = x == 1.0f;
  assert(is_one); // 1.00000012
  return 0;
}
