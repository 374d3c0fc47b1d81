// expect: violated
// expect-line: 7
#include <assert.h>
#include <stdlib.h>
int main(void) {
  srand(1);
  assert(rand() % 10 != 7);
  return 0;
}
