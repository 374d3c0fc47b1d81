// expect: safe
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <stddef.h>

struct mark {
  int line, column, index;
};

#define EXPECT(condition)                                                                                              \
  do {                                                                                                                 \
    assert(condition);                                                                                                 \
  } while (0)

int advance(const struct mark *from, int steps) {
  struct mark mark = {0, 0, 0};
  int first = 0, second = first;
  ;
  { EXPECT(from != NULL); }
  EXPECT(steps > 0);
  EXPECT(steps < 100);
  mark = *from;
  mark.index = steps;
  assert(mark.index + second > 0);
  return mark.index;
}
