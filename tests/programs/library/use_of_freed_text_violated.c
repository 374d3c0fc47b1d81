// expect: violated
// expect-line: 11
// property: use-after-free
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *text = malloc(2);
  text[0] = 0;
  free(text);
  puts(text);
  return 0;
}
