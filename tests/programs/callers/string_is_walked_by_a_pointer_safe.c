// expect: safe
// property: null,bounds,use-after-free,overflow
// hint: 11
// hint: 18
// feature: Functions: verified on their own, without main
#include <stddef.h>

/* The pointer moves, the string stays where it begins. */
size_t length_of(const char *text) {
  const char *end = text;
  while (*end)
    end++;
  return (size_t)(end - text);
}

static int number(const char *digits) {
  int value = 0;
  while (*digits >= '0' && *digits <= '9')
    value = (value * 10 + (*digits++ - '0')) % 10000;
  return value;
}

int twice(const char *digits) {
  return number(digits) * 2;
}

unsigned sum(const int *numbers, size_t n) {
  unsigned result = 0;
  for (const int *p = numbers; p != numbers + n; p++)
    result += (unsigned)*p;
  return result;
}
