// expect: violated
// expect-line: 11
// property: bounds
#include <stdio.h>

int main(void) {
  char text[1000];
  char tight[16];
  sprintf(text, "%f", 1.5);
  snprintf(tight, sizeof tight, "%f", 1.5);
  sprintf(tight + 12, "%d", 12345);
  return 0;
}
