// expect: violated
// expect-line: 11
// property: bounds
// feature: Library: strings
#include <string.h>

int main(void) {
  char text[4], s[8];
  s[7] = 0;
  if (strlen(s) <= sizeof text) {
    strcpy(text, s);
  }
}
