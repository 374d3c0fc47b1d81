// expect: violated
// expect-line: 8
// property: null
#include <stdlib.h>

int main(void) {
  const char *text = 0;
  return strtod(text, 0) > 1;
}
