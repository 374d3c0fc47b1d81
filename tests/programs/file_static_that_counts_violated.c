// expect: violated
// expect-line: 15
// feature: Functions: verified on their own, without main
#include <assert.h>

static int calls;
static int table[2];

void call(int n) {
  ++calls;
  table[calls & 1] = n;
}

int use(void) {
  assert(calls == 0);
  return table[0];
}
