// expect: violated
// expect-line: 12
// property: assert

/* It knows that offsets may be larger, and the assertion does not. */
#include <assert.h>

int letters(const char *text, unsigned length, unsigned *offset, int *error) {
  int count = 0;
  *error = 0;
  for (;;) {
    assert(*offset <= length);
    if (*offset > length)
      return -1;
    if (*offset == length)
      return count;
    ++*offset;
    ++count;
  }
}
