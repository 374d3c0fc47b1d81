// expect: unknown
// reason: a possible violation was not confirmed
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <stddef.h>
#include <string.h>

void set(void *to, const void *from, size_t n) {
  if (!to || !from || n < 1) return;
  unsigned char first = *(const unsigned char *)from;
  memset(to, first ^ 1, n);
  assert(*(const unsigned char *)from == first); /* not in place */
}
