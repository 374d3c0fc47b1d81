// expect: violated
// expect-line: 7
// no-failing-test: the run reads memory without a value at line
#include <assert.h>
int main(void) {
  int local;
  assert(local != 4711);
  return 0;
}
