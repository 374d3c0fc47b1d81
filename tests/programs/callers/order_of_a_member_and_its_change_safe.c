// expect: safe
// property: null,bounds
// hint: 10
// feature: Operators: order of evaluation

struct numbers { int *items; unsigned long length, capacity; };

/* `numbers->items` is read, and checked, while `numbers->length` is changed: in whatever order. */
int push(struct numbers *numbers, int number) {
  if (numbers->length == numbers->capacity) return 0;
  numbers->items[numbers->length++] = number;
  return 1;
}
