// expect: safe
// property: null,bounds,overflow
/* What is computed in the loop decides nothing that is checked: no query has to be about it. */
#include <stddef.h>

unsigned hash_of(const unsigned char *bytes, size_t size) {
  unsigned a = 0xdeadbeef, b = 0x9e3779b9, c = (unsigned)size;
  while (size >= 4) {
    a += bytes[0] | (unsigned)bytes[1] << 8;
    b += bytes[2] | (unsigned)bytes[3] << 8;
    a -= c; a ^= (c << 4) | (c >> 28); c += b;
    b -= a; b ^= (a << 6) | (a >> 26); a += c;
    c -= b; c ^= (b << 8) | (b >> 24); b += a;
    a -= c; a ^= (c << 16) | (c >> 16); c += b;
    bytes += 4;
    size -= 4;
  }
  return c;
}
