// expect: safe
// property: bounds
// feature: Library: strings
#include <string.h>

void set_text(char text[4], const char *s) {
  if (strlen(s) < 4) {
    strcpy(text, s);
  }
}
