// expect: unknown
// property: use-after-free
// reason: can use an object that does not exist any more

/* What was kept in the first call is the address of a buffer that does not exist any more. */
struct stream {
  int (*read)(struct stream *, unsigned char *);
  unsigned char *last;
};

static int receive(struct stream *s) {
  unsigned char byte;
  return s->read(s, &byte);
}

int next(struct stream *s) {
  receive(s);
  return *s->last;
}
