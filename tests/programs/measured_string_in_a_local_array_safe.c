// expect: safe
// property: bounds
// feature: Library: strings
#include <string.h>

int is_short_name(const char *s) {
  char text[32];
  if (strlen(s) >= sizeof text) {
    return 0;
  }
  strcpy(text, s);
  return text[0] == 'x';
}
