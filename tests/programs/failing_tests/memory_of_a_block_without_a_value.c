// expect: violated
// expect-line: 11
// no-failing-test: "part" holds another value each time its block is entered
#include <assert.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int part;
    sum = 10 * sum + part;
  }
  assert(sum != 12);
  return 0;
}
