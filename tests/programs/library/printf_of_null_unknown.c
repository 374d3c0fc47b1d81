// expect: unknown
// reason: not checked: a null pointer for %s
// property: null
#include <stdio.h>

int main(void) {
  const char *text = 0;
  printf("%s", text);
  return 0;
}
