// expect: violated
// expect-line: 16
// feature: Expressions: operands in any order
#include <assert.h>

static int calls;

static int once(void) { return ++calls; }
static int same(int x) {
  int kept[1];
  kept[0] = x;
  return kept[0];
}

int main(void) {
  assert(same(2) * once() + same(3) == 6);
}
