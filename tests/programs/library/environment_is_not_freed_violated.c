// expect: violated
// expect-line: 8
// expect-code: invalid-free
// property: memory
#include <stdlib.h>

int main(void) {
  free(getenv("HOME"));
  return 0;
}
