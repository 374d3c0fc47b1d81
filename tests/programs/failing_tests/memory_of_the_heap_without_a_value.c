// expect: violated
// expect-line: 8
// no-failing-test: the run reads memory without a value at line 8, which may hold anything
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *heap = malloc(sizeof *heap);
  assert(*heap != 4711);
  free(heap);
  return 0;
}
