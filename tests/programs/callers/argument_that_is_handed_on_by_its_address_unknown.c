// expect: unknown
// property: assert
// reason: precondition that is not stated
// hint: 13

/* The parameter lies in memory, and holds what was passed. */
#include <assert.h>

struct reader { int used; };

static int next(const char *text, unsigned length, unsigned *offset, int *error) {
  *error = 0;
  assert(*offset <= length);
  if (*offset >= length)
    return 0;
  return text[(*offset)++];
}

int peek(struct reader *reader, const char *text, unsigned length, unsigned offset) {
  int error;
  int used = reader->used;
  int result = next(text, length, &offset, &error);
  reader->used = used;
  return result;
}
