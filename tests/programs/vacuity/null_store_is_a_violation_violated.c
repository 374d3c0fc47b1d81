// expect: violated
// expect-line: 8
// property: null,assert
#include <assert.h>

int main(void) {
  int *p = 0;
  *p = 1;
  assert(0);
  return 0;
}
