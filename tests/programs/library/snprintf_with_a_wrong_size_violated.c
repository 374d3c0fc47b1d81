// expect: violated
// expect-line: 9
// property: bounds
#include <stdio.h>

int main(void) {
  char text[4];
  snprintf(text, 64, "%d", 123);
  snprintf(text, 64, "%d", 1234);
  return 0;
}
