// expect: safe
// assumes: callers keep to the preconditions that hints name
// hint: 19
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main

/* A number that is added to a pointer may be so large that the address becomes 0. The place is outside of its object then, and
   still not null: that is no second thing to be afraid of. */
#include <string.h>
struct buffer {
  char *text;
  size_t length, offset;
};
void update(struct buffer *buffer) {
  const char *place = 0;
  if (buffer == 0 || buffer->text == 0)
    return;
  place = buffer->text + buffer->offset;
  buffer->offset += strlen(place);
}
