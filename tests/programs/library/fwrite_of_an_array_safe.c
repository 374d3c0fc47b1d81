// expect: safe
// property: bounds,null,use-after-free
#include <stdio.h>

int main(void) {
  int numbers[4] = {0};
  fwrite(numbers, sizeof *numbers, 4, stdout);
  return 0;
}
