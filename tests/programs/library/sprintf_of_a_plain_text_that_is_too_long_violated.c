// expect: violated
// expect-line: 8
// property: bounds
#include <stdio.h>

int main(void) {
  char text[4];
  sprintf(text, "number %f", 1.5);
  return 0;
}
