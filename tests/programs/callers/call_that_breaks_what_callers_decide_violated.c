// expect: violated
// property: bounds
// expect-line: 12

/* Who is seen to call is held to it. */
struct stack {
  int *cells;
  int at;
};

static int top(const struct stack *s) {
  return s->cells[s->at];
}

int main(void) {
  int cells[2] = {1, 2};
  struct stack stack = {cells, 2};
  return top(&stack);
}
