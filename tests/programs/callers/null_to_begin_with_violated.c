// expect: violated
// expect-line: 13
// property: null

/* What the function began with itself is not for callers to choose. */
struct node { struct node *next; int value; };

int value_of(const struct node *node, int is_wanted) {
  const struct node *found = 0;
  if (is_wanted && node) {
    found = node;
  }
  return found->value;
}
