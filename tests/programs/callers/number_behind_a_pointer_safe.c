// expect: safe
// property: null,bounds
// feature: Functions: verified on their own, without main
#include <stddef.h>

unsigned sum(const unsigned char *bytes, size_t size) {
  unsigned result = 0;
  for (size_t i = 0; i < size; i++)
    result += bytes[i];
  return result;
}

void clear(int *numbers, int count) {
  for (int i = 0; i < count; i++)
    numbers[i] = 0;
}

void copy(char *to, size_t size, const char *from, size_t length) {
  for (size_t i = 0; i < size && i < length; i++)
    to[i] = from[i];
}
