// expect: unknown
// property: assert,null,bounds,overflow,div-by-zero
// reason: depends on a precondition that is not stated
// hint: 14
// hint: 15
// hint: 17
// hint: 19
// feature: Functions: verified on their own, without main
#include <stddef.h>

struct pair { int first, second; };
static const int table[8] = {1, 2, 3, 5, 8, 13, 21, 34};

int value(const struct pair *pair) { return pair->second; }
int get(int i) { return table[i]; }

int twice(int n) { return 2 * n; }

int ratio(int n) { return 100 / n; }

unsigned sum(const unsigned char *bytes, size_t size) {
  unsigned result = 0;
  for (size_t i = 0; bytes && i < size; i++)
    result += bytes[i];
  return result;
}
