// expect: violated
// expect-line: 8
// property: bounds
#include <stdio.h>

int main(void) {
  int numbers[4] = {0};
  fwrite(numbers, sizeof *numbers, 5, stdout);
  return 0;
}
