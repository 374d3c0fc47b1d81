// expect: violated
// property: assert
// expect-line: 11
// feature: Functions: verified on their own, without main
#include <assert.h>

void copy(char *to, const char *from) {
  if (!to || !from) return;
  char first = from[0];
  to[0] = 'x';
  assert(from[0] == first); /* not in place */
}
