// expect: unknown
// property: assert
// reason: precondition that is not stated
// hint: 13

/* Whether it is at the end is asked among offsets that the assertion allows; larger ones nobody expects. */
#include <assert.h>

int letters(const char *text, unsigned length, unsigned *offset, int *error) {
  int count = 0;
  *error = 0;
  for (;;) {
    assert(*offset <= length);
    if (*offset >= length)
      return count;
    ++*offset;
    ++count;
  }
}
