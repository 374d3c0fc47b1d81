// expect: safe
// feature: Memory: malloc, calloc, free
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  int *q = malloc(sizeof *q);
  if (!p || !q)
    return 1;
  *p = 1;
  *q = 2;
  assert(*p == 1 && *q == 2 && p != q);
  free(p);
  free(q);
  return 0;
}
