// expect: violated
// expect-line: 22
// property: assert

/* A function pointer that callers set may lead to a function of this file, and a run is confirmed where it has to. */
#include <assert.h>
struct stream {
  int (*read)(struct stream *, int);
  int left;
};

int read_nothing(struct stream *stream, int count) {
  (void)stream;
  return count;
}
int read_all(struct stream *stream, int count) { return stream ? stream->left - count : 0; }

int run(struct stream *stream, int (*last)(struct stream *, int)) {
  if (!stream || stream->read != read_all || last != read_nothing)
    return 0;
  const int rest = stream->read(stream, 3);
  assert(rest != 77);
  return 1;
}
