// expect: violated
// expect-line: 13
// property: bounds
// feature: Library: strings
#include <string.h>

int is_short_name(const char *s) {
  char text[4] = "x";
  size_t n = strlen(s);
  if (n > sizeof text) {
    return 0;
  }
  text[n] = 0;
  return text[0] == s[0];
}
