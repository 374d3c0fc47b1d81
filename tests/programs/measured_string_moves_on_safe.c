// expect: safe
// property: bounds
// feature: Library: strings
#include <stdlib.h>
#include <string.h>

char *duplicate(const char *s) {
  char *result = malloc(strlen(s) + 1);
  if (result != NULL) {
    char *to = result;
    while ((*to++ = *s++)) {
    }
  }
  return result;
}
