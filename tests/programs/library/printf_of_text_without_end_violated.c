// expect: violated
// expect-line: 9
// property: bounds
#include <stdio.h>

int main(void) {
  char text[2] = {'a', 'b'};
  printf("%.2s\n", text);
  printf("%s\n", text);
  return 0;
}
