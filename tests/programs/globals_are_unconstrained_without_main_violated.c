// expect: violated
// expect-line: 9
// feature: Functions: verified on their own, without main
#include <assert.h>

static int state = 0;

void step(void) {
  assert(state != 5);
  state++;
}
