// expect: violated
// expect-line: 9
// property: overflow,null
// feature: Functions: verified on their own, without main
#include <limits.h>

int next_of_largest(void) {
  int largest = INT_MAX;
  return largest + 1;
}
