// expect: violated
// expect-line: 17
// feature: Expressions: assignment operators and steps
#include <assert.h>

static int sum;

static int count(int n) {
  if (n == 0) {
    return 0;
  }
  sum += count(n - 1);
  sum++;
  return 1;
}
int main(void) {
  count(3), assert(sum == 2);
}
