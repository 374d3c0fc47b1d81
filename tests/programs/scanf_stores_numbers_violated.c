// expect: violated
// expect-line: 10
// feature: Library: scanf
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = 0;
  scanf("%d", &number);
  assert(number != 5);
  return 0;
}
