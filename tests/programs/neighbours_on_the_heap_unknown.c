// expect: unknown
// reason: whether it happens depends on where objects lie in memory
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *first = malloc(4 * sizeof *first);
  int *second = malloc(4 * sizeof *second);
  if (first && second) {
    assert(first + 4 != second);
  }
  return 0;
}
