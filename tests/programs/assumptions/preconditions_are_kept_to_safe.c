// expect: safe
// property: assert,null
// assumes: callers keep to preconditions that are not stated, of "value"
// hint: 8
struct node { int value; };

int value(const struct node *node) {
  return node->value;
}
