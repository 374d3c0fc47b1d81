// expect: violated
// expect-line: 8
// property: null
#include <stdio.h>

int main(void) {
  FILE *file = fopen("/nothing", "w");
  fwrite("text", 1, 4, file);
  return 0;
}
