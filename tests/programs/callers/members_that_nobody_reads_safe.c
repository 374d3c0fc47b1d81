// expect: safe
// property: null,bounds

/* None of the twelve pointers is looked at: each had to be null, new, or one of the others. */
#include <stddef.h>

struct range {
  unsigned char *start, *end, *current;
};
struct parser {
  int error;
  const char *problem, *context;
  struct range buffer, raw, marks;
  unsigned char *first, *second, *third;
  const unsigned char *input, *input_end;
};

void set_input(struct parser *parser, const unsigned char *input, size_t size) {
  if (parser && input) {
    parser->input = input;
    parser->input_end = input + size;
    parser->error = 0;
  }
}
