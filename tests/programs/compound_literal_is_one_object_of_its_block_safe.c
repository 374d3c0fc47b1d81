// expect: safe
// property: assert,use-after-free
// feature: Objects: compound literals
#include <assert.h>

struct counter {
  int count;
};

static int count_of(struct counter *counter) { return counter->count; }

int main(void) {
  struct counter *last = 0, *current = 0;
  int n = 0;
again:
  last = current;
  current = &(struct counter){n++};
  if (n < 3) {
    goto again;
  }
  assert(last == current && current->count == 2);

  struct counter *first = 0, *other = 0;
  for (int i = 0; count_of(other = &(struct counter){i}) < 3; i++) {
    first = first ? first : other;
    assert(first == other && first->count == i);
  }
}
