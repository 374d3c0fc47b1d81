// expect: safe
// property: assert,null
// feature: Functions: verified on their own, without main
#include <assert.h>

struct buffer {
  int used;
};

int room(struct buffer *buffer, int size) {
  if (!buffer)
    return -1;
  if (size == 0) {
    buffer->used = 0;
    return 0;
  }
  assert(size > 0);
  return buffer->used > size ? 0 : 1;
}

int use(struct buffer *buffer, int n) {
  room(0, n);
  return n < 0 ? 0 : room(buffer, n);
}
