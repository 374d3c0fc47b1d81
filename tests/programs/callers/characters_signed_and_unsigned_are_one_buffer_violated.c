// expect: violated
// property: assert
// expect-line: 12
// feature: Memory: pointers and their arithmetic
#include <assert.h>

/* Who converts in place passes the same buffer twice. */
void shift(const char *in, unsigned char *out) {
  if (!in || !out || in[0] != 'a')
    return;
  out[0] = (unsigned char)(in[0] + 1);
  assert(in[0] == 'a');
}
