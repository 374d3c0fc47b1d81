// expect: safe
// property: null,bounds,use-after-free

/* The reader may keep the address of the buffer; as long as the function runs, the buffer is there. */
#include <stdio.h>

struct stream {
  FILE *file;
  int (*read)(struct stream *, unsigned char *, int);
  unsigned char *last;
};

static int receive(struct stream *s, unsigned char *bytes, int size) {
  return s->read ? s->read(s, bytes, size) : (int)fread(bytes, 1, size, s->file);
}

int next(struct stream *s) {
  unsigned char byte;
  if (!s || !s->file || receive(s, &byte, 1) != 1) {
    return -1;
  }
  return byte;
}
