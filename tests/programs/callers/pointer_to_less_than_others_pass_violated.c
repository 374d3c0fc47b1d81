// expect: violated
// property: bounds
// expect-line: 10
/* Of two callers, one passes less than the other: what the first has made sure of is not true for the second. */
struct parser {
  int state;
  int line;
};

static int line_of(struct parser *p) { return p->line; }

int whole(void) {
  struct parser p = {1, 2};
  return line_of(&p);
}

int half(void) {
  int state = 1;
  return line_of((struct parser *)&state);
}
