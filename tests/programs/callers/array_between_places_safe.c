// expect: safe
// property: assert,null,bounds,use-after-free
#include <stddef.h>

/* A loop from the beginning of an array to a place in it, which both stand in a struct. */
struct key {
  int possible;
  int required;
  size_t line;
};

struct parser {
  struct {
    struct key *start, *end, *top;
  } keys;
  size_t line;
};

int forget_old_keys(struct parser *parser) {
  if (!parser)
    return 0;
  for (struct key *key = parser->keys.start; key != parser->keys.top; key++) {
    if (key->possible && key->line < parser->line) {
      if (key->required)
        return 0;
      key->possible = 0;
    }
  }
  return 1;
}
