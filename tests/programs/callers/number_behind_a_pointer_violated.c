// expect: violated
// expect-line: 11
// expect-code: out-of-bounds
// property: bounds
// feature: Functions: verified on their own, without main
#include <stddef.h>

unsigned sum(const unsigned char *bytes, size_t size) {
  unsigned result = 0;
  for (size_t i = 0; i <= size; i++)
    result += bytes[i];
  return result;
}
