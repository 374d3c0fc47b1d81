// expect: violated
// expect-line: 8
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int local;
  int *heap = malloc(sizeof *heap);
  assert(local != 0 || *heap != 0);
  free(heap);
  return 0;
}
