// expect: safe
// property: bounds
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
