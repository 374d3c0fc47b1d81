// expect: unknown
// property: bounds
// reason: "s->cells[s->at]" can be out of bounds
// hint: 14

/* What is written there may be what is read here: then the function has chosen the index. */
struct stack {
  int *cells;
  int at;
};

int top_of(const struct stack *s, struct stack *other) {
  other->at = 9;
  return s->cells[s->at];
}
