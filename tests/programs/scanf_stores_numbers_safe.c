// expect: safe
// feature: Library: scanf
#include <assert.h>
#include <stdio.h>

int main(void) {
  int numbers[3] = {1, 2, 3};
  int read = scanf("%d", &numbers[1]);
  assert(numbers[0] == 1 && numbers[2] == 3);
  assert(read == 1 || numbers[1] == 2);
  return 0;
}
