// expect: violated
// expect-line: 9
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *a = getenv("A");
  char *b = getenv("B");
  assert(a == NULL || a == b);
  return 0;
}
