// expect: safe
// property: assert,bounds
// feature: Declarations: long constant tables
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

/* Two stages: a block of 256 in the first leads to a row of the second. */
static const unsigned short first[4096] = {[0 ... 4095] = 256, [17] = 0, [99] = 512};
static const signed char second[768] = {[0 ... 767] = -1, [3] = 5, [700] = 100};

int main(void) {
  unsigned code = __VERIFIER_nondet_uint();
  if (code < 4096 * 256) {
    signed char found = second[first[code >> 8] + (code & 255)];
    assert(found >= -1 && found <= 100);
  }
  assert(second[700] == 100 && second[701] == -1);
}
