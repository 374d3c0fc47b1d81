// expect: safe
// property: null,bounds,use-after-free

/* What a call-back gets as `void *` is the struct that it takes it for. */
struct reader {
  int (*read)(void *, char *, int);
  int position;
  struct reader *next;
};

int advance(void *data) {
  struct reader *reader = data;
  if (!reader) {
    return 0;
  }
  reader->position = 1;
  return reader->next ? reader->next->position : reader->position;
}

int of_the_other(void *data) {
  return data ? ((struct reader *)data)->position : 0;
}
