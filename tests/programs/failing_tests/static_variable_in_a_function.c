// expect: violated
// expect-line: 7
// no-failing-test: the static variable "calls" in "next" holds another value
#include <assert.h>
int next(void) {
  static int calls = 0;
  assert(calls != 50);
  return ++calls;
}
