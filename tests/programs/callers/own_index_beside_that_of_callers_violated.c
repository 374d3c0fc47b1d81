// expect: violated
// expect-line: 8
// property: bounds

/* One call passes what callers have chosen, the other one a number of its own. */
static int table[4];

static int at(int i) { return table[i]; }

int look(int i, int is_last) {
  if (is_last) {
    return at(4);
  }
  return at(i);
}
