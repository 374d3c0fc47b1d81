// expect: safe
// property: null,memory,bounds
// options: --allocation may-fail
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (p == NULL) {
    return 1;
  }
  *p = 1;
  int *larger = realloc(p, 2 * sizeof *p);
  if (larger == NULL) {
    free(p);
    return 1;
  }
  larger[1] = 2;
  free(larger);
  char *text = strdup("text");
  if (text != NULL) {
    text[0] = 'T';
  }
  free(text);
  return 0;
}
