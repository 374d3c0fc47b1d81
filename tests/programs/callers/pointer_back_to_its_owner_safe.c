// expect: safe
// property: null,bounds
// hint: 28
/* Whether the state is that of the stream, a run can only say if what callers passed first is what the pointer leads back to. Random
   values come there rarely, as there is much in a state. */
#include <stddef.h>

struct stream {
  void *state;
  void (*release)(void *opaque, void *memory);
  void *opaque;
};

struct state {
  struct stream *owner;
  int window[2000];
  int *table;
  int used;
};

int end(struct stream *stream) {
  if (!stream)
    return -2;
  struct state *state = stream->state;
  if (!state || state->owner != stream)
    return -2;
  if (state->table)
    stream->release(stream->opaque, state->table);
  return state->used;
}
