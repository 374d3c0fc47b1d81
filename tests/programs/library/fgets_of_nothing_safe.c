// expect: safe
// property: bounds,assert
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *nothing = malloc(0);
  char *line = fgets(nothing, 0, stdin);
  assert(line == NULL);
  char one[1];
  line = fgets(one, 1, stdin);
  return 0;
}
