// expect: violated
// expect-line: 9
// property: null
// feature: Functions: verified on their own, without main

struct node { int value; struct node *next; };

int value(const struct node *node) {
  int result = node->value;
  if (!node)
    return -1;
  return result;
}
