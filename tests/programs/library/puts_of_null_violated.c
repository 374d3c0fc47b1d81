// expect: violated
// expect-line: 9
// property: null
#include <stdio.h>

int main(void) {
  const char *text = 0;
  puts("literal");
  puts(text);
  return 0;
}
