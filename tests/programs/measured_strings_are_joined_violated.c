// expect: violated
// expect-line: 12
// property: bounds
// feature: Library: strings
#include <stdlib.h>
#include <string.h>

char *join(const char *a, const char *b) {
  char *result = malloc(strlen(a) + strlen(b));
  if (result != NULL) {
    strcpy(result, a);
    strcat(result, b);
  }
  return result;
}

int main(void) {
  free(join("a", "b"));
}
