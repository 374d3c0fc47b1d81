// expect: safe
// property: null,bounds

/* A loop from the beginning of an array to a place in it, which both stand in a struct. */
struct parser {
  struct {
    int *start, *end, *top;
  } numbers;
  int largest;
};

int count_large(const struct parser *parser) {
  int result = 0;
  if (!parser)
    return 0;
  for (const int *number = parser->numbers.start; number != parser->numbers.top; number++) {
    if (*number > parser->largest)
      result = 1;
  }
  return result;
}
