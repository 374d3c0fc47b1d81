// expect: violated
// expect-line: 12
#include <assert.h>

static int first_time(void) {
  static int called;
  return !called++;
}

int main(void) {
  assert(first_time());
  assert(first_time());
  return 0;
}
