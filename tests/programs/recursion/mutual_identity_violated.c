// expect: violated
// expect-line: 12
#include <assert.h>

static int id2(int x);

static int id(int x) { return x <= 0 ? 0 : id2(x - 1) + 1; }

static int id2(int x) { return x <= 0 ? 0 : id(x - 1) + 1; }

int main(void) {
  assert(id(5) != 5);
  return 0;
}
