// expect: safe
// property: null,bounds
// assumes: callers keep to the preconditions that hints name
// hint: 10
// feature: Functions: verified on their own, without main
#include <stddef.h>

size_t length_of(const char *text) {
  size_t length = 0;
  while (text[length])
    length++;
  return length;
}
