// expect: safe
// property: null,memory
// options: --allocation succeeds
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  p = realloc(p, 2 * sizeof *p);
  p[1] = 2;
  free(p);
  char *text = strdup("text");
  text[0] = 'T';
  free(text);
  return 0;
}
