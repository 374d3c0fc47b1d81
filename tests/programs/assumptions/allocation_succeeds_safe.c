// expect: safe
// assumes: memory allocation is assumed to succeed
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  assert(p != NULL);
  free(p);
  return 0;
}
