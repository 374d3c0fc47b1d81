// expect: violated
// expect-line: 8
// property: bounds
#include <stdio.h>

int main(void) {
  char text[3] = {'a', 'b', 'c'};
  puts(text);
  return 0;
}
