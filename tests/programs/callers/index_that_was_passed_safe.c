// expect: safe
// property: bounds
// hint: 15
// assumes: callers keep to the preconditions that hints name

/* Where the next element goes callers have said, and nothing has changed it. */
struct stack {
  int *cells;
  int at, count;
};

int push(struct stack *s, int value) {
  struct stack *stack = s;
  int at = stack->at;
  stack->cells[at] = value;
  stack->at = at;
  return at;
}
