// expect: violated
// expect-line: 13
// feature: Memory: malloc, calloc, free
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *fresh = malloc(sizeof *fresh);
  int *zeroed = calloc(1, sizeof *zeroed);
  if (!fresh || !zeroed)
    return 1;
  assert(*zeroed == 0);
  assert(*fresh == 0);
  return 0;
}
