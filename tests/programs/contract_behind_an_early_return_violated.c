// expect: violated
// expect-line: 18
// feature: Functions: verified on their own, without main
#include <assert.h>

struct buffer {
  int used;
};

int room(struct buffer *buffer, int size) {
  if (!buffer)
    return -1;
  assert(size > 0);
  return buffer->used > size ? 0 : 1;
}

int use(struct buffer *buffer) {
  return buffer == 0 ? 0 : room(buffer, 0);
}
