// expect: unknown
// property: bounds
// reason: "s->cells[s->at] = value" can be out of bounds
// hint: 15

/* Where the next element goes this function decides: that it fits is not for callers alone. */
struct stack {
  int *cells;
  int at, count;
};

int push(struct stack *s, int value) {
  s->at++;
  s->count = s->at;
  return s->cells[s->at] = value;
}
