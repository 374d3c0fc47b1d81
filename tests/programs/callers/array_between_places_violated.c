// expect: violated
// expect-line: 17
// property: assert,null,bounds
#include <stddef.h>

/* One more than there are. */
struct parser {
  struct {
    int *start, *end, *top;
  } numbers;
};

int sum(struct parser *parser) {
  int result = 0;
  if (!parser || !parser->numbers.start)
    return 0;
  for (int *number = parser->numbers.start; *number <= 100 && number <= parser->numbers.end; number++) {
    result += 1;
  }
  return result;
}
