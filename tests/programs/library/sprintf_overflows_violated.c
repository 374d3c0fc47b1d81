// expect: violated
// expect-line: 9
// property: bounds
#include <stdio.h>

int main(void) {
  char text[4];
  sprintf(text, "%s", "abc");
  sprintf(text, "%s", "abcd");
  return 0;
}
