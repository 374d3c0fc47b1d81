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

char *join(const char *a, const char *b) {
  size_t n = strlen(a);
  char *result = malloc(n + strlen(b) + 1);
  if (result != NULL) {
    strcpy(result, a);
    strcpy(result + n, b);
  }
  return result;
}
