// expect: violated
// expect-line: 8
// property: null
#include <stdio.h>

int main(void) {
  FILE *file = fopen("/nothing", "r");
  fclose(file);
  return 0;
}
