// expect: violated
// expect-line: 8
#include <assert.h>

static int state = 0;

void step(void) {
  assert(state != 5);
  state++;
}
