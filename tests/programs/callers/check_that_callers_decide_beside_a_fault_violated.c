// expect: violated
// property: bounds
// expect-line: 17
// hint: 15

/* What callers decide does not hide what the function does itself, further on. */
struct stack {
  int *cells;
  int at;
};

int last(const struct stack *s, int i) {
  int table[4] = {1, 2, 3, 4};
  int sum;
  sum = s->cells[s->at] & 1;
  if (i >= 0 && i <= 4) {
    sum += table[i];
  }
  return sum;
}
