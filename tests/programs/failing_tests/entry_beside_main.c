// expect: violated
// expect-line: 7
// options: --entry twice
#include <assert.h>
static int twice(int number) {
  int result = 2 * number;
  assert(result != 42);
  return result;
}
int main(void) { return twice(1); }
