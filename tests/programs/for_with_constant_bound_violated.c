// expect: violated
// expect-line: 11
// feature: Control flow: while, do, for
#include <assert.h>

int main(void) {
  int sum = 0;
  for (int i = 1; i < 4; ++i) {
    sum += i;
  }
  assert(sum == 10);
  return 0;
}
