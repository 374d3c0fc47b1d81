// expect: unknown
// property: bounds
// reason: "text[2 * n]" can be out of bounds
// hint: 12
// feature: Functions: verified on their own, without main
#include <stddef.h>

/* Behind the last digit of an odd number there is the end, and behind that nothing. Which it is, callers know. */

int count_pairs(const char *text) {
  int n = 0;
  while (text[2 * n]) n++;
  return n;
}
