// expect: violated
// expect-line: 13
// feature: Functions: calls by value, locals, static locals, functions that do not return
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
