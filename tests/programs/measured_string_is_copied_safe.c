// expect: safe
// property: bounds
// feature: Library: strings
#include <stdlib.h>
#include <string.h>

char *duplicate(const char *s) {
  char *result = malloc(strlen(s) + 1);
  if (result != NULL) {
    strcpy(result, s);
  }
  return result;
}
