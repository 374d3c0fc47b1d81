// expect: violated
// expect-line: 11
// property: bounds
#include <stdio.h>

int main(void) {
  char text[12];
  char other[4];
  /* The number may take more than there is: that is not confirmed, and nothing behind it depends on it. */
  sprintf(text, "%f", 1.5);
  sprintf(other, "%d", 12345);
  return 0;
}
