// expect: unknown
// property: assert,bounds
// reason: not confirmed
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <string.h>

/* Who gets an address as one of const data does not write there, now or later. But it may give it back, so that
   the array is one of what is not known. */
typedef void (*printer)(void *to, const char *text, unsigned long size);

int encode(printer print, void *to, const unsigned char *bytes, int count) {
  char digits[3];
  digits[2] = 0;
  for (int i = 0; i < count; ++i) {
    digits[0] = "0123456789abcdef"[bytes[i] >> 4];
    digits[1] = "0123456789abcdef"[bytes[i] & 15];
    print(to, digits, 2);
    assert(digits[2] == 0);
  }
  return count;
}
