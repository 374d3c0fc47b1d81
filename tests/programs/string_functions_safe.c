// expect: safe
// feature: Library: strings
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[16] = "verify";
  strcat(text, " this");
  char *copy = strdup(text);
  assert(strlen(copy) == 11 && strcmp(copy, "verify this") == 0);
  assert(strchr(copy, ' ') == copy + 6 && strstr(copy, "that") == NULL);
  assert(atoi("42") == 42);
  free(copy);
  return 0;
}
