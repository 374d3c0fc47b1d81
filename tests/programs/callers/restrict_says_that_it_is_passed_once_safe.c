// expect: safe
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

int set(int *restrict a, int *restrict b) {
  if (!a || !b)
    return 0;
  *a = 1;
  *b = 2;
  assert(*a == 1);
  return 0;
}

void copy(char *restrict to, const char *restrict from) {
  if (!to || !from)
    return;
  char first = from[0];
  to[0] = 'x';
  assert(from[0] == first);
}
