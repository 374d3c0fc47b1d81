// expect: violated
// expect-line: 8
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(-1);
  assert(block != NULL);
  return 0;
}
