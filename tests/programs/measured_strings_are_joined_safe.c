// expect: safe
// property: null,bounds,use-after-free
// hint: 13
// hint: 14
// hint: 23
// hint: 23
// options: --analysis predicate
// feature: Library: strings
#include <stdlib.h>
#include <string.h>

char *join(const char *a, const char *b) {
  size_t n = strlen(a);
  char *result = malloc(n + strlen(b) + 1);
  if (result != NULL) {
    strcpy(result, a);
    strcpy(result + n, b);
  }
  return result;
}

char *join_by_name(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  char *result = malloc(n + m + 1);
  if (result != NULL) {
    strcpy(result, a);
    strcat(result, b);
  }
  return result;
}
