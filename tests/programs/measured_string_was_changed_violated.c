// expect: violated
// expect-line: 14
// property: bounds
// feature: Library: strings
#include <stdlib.h>
#include <string.h>

char *duplicate(char *s) {
  size_t n = strlen(s);
  char *result = malloc(n + 1);
  if (result == NULL || n != 2) {
    return result;
  }
  s[n] = 'x', strcpy(result, s);
  return result;
}

int main(void) {
  char text[8] = "ab";
  char *copy = duplicate(text);
  free(copy);
}
