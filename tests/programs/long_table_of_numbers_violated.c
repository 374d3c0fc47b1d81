// expect: violated
// property: assert,bounds
// expect-line: 10
#include <assert.h>
static const unsigned short first[4096] = {[0 ... 4095] = 256, [17] = 0, [99] = 513};
static const signed char second[768] = {[0 ... 767] = -1, [3] = 5, [700] = 100};

int main(void) {
  unsigned code = 99 * 256 + 255;
  assert(second[first[code >> 8] + (code & 255)] == -1);
}
