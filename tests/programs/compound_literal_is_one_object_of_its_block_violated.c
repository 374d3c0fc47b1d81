// expect: violated
// expect-line: 19
// feature: Objects: compound literals
#include <assert.h>

struct counter {
  int count;
};

int main(void) {
  struct counter *last = 0, *current = 0;
  int n = 0;
again:
  last = current;
  current = &(struct counter){n++};
  if (n < 3) {
    goto again;
  }
  assert(last->count == 1); // both are the last one
}
