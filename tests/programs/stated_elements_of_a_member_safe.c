// expect: safe
// property: bounds
// feature: Functions: verified on their own, without main
#include <vouch.h>

struct buffer { unsigned char *data; unsigned long size; };
unsigned char at(const struct buffer *b, unsigned long i) {
  VOUCH_REQUIRES(b && i < b->size && VOUCH_READABLE(b->data, b->size));
  return b->data[i];
}
