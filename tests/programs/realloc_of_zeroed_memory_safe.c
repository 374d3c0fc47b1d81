// expect: safe
// feature: Memory: malloc, calloc, free
#include <assert.h>
#include <stdlib.h>

int main(void) {
  unsigned char *bytes = calloc(4, 1);
  bytes = realloc(bytes, 8);
  bytes[7] = 1;
  assert(bytes[0] == 0 && bytes[3] == 0 && bytes[7] == 1);
  free(bytes);
}
