// expect: safe
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main
#include <stdlib.h>

// What others do with such a struct makes nothing of it unknown: `hand_out` gives it away, `drop` frees one.

struct parser {
  int state;
  unsigned char delimiter;
  void *(*more)(void *, size_t);
};

unsigned char delimiter_of(const struct parser *parser) {
  if (!parser) {
    return ',';
  }
  return parser->delimiter + (parser->state != 0);
}

void *hand_out(struct parser *parser, size_t size) {
  return parser && parser->more ? parser->more(parser, size) : 0;
}

void drop(struct parser *parser) { free(parser); }
