// expect: violated
// property: bounds
// expect-line: 12
// feature: Functions: verified on their own, without main
#include <stddef.h>

size_t fill(char *to, size_t n, const char *from) {
  size_t i = 0;
  if (!to || !from)
    return 0;
  for (; i < n; i++) to[i] = 'x';
  for (i = 0; from[i]; i++) { /* no end any more, in place */
  }
  return i;
}
