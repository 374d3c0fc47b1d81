// expect: safe
// property: null,bounds
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <stddef.h>

struct numbers { int *items; size_t length, capacity; };

int push(struct numbers *numbers, int number) {
  assert(numbers);
  if (numbers->length == numbers->capacity)
    return 0;
  numbers->items[numbers->length] = number;
  numbers->length++;
  return 1;
}
