// expect: unknown
// property: assert
// reason: precondition that is not stated
// hint: 13

/* A pointer that goes through an array of callers leads to what they have put there. */
#include <assert.h>

struct tag { const char *handle, *prefix; };

int tags(const struct tag *begin, const struct tag *end) {
  for (const struct tag *tag = begin; tag != end; tag++)
    assert(tag->handle);
  return 1;
}
