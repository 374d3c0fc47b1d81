// expect: safe
// property: null,bounds,div-by-zero,use-after-free,overflow,assert
// hint: 15
// hint: 24
// hint: 32
// hint: 42
// hint: 49
// feature: Functions: verified on their own, without main
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

size_t length_of(const char *text) {
  size_t length = 0;
  while (text[length])
    length++;
  return length;
}

void copy(char *to, size_t size, const char *from) {
  size_t i;
  if (size == 0)
    return;
  for (i = 0; i + 1 < size && from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
}

char *duplicate(const char *text) {
  size_t size;
  char *result;
  size = strlen(text) + 1;
  result = malloc(size);
  if (result)
    memcpy(result, text, size);
  return result;
}

static const char digits[] = "0123456789abcdef";

void hex(unsigned char byte, char out[3]) {
  out[0] = digits[byte >> 4];
  out[1] = digits[byte & 15];
  out[2] = 0;
}

struct numbers { int *items; size_t length, capacity; };
int push(struct numbers *numbers, int number) {
  if (numbers->length == numbers->capacity)
    return 0;
  numbers->items[numbers->length++] = number;
  return 1;
}

int look_up(int i) {
  static const int table[4] = {1, 2, 3, 4};
  return i >= 0 && i < 4 ? table[i] : -1;
}
