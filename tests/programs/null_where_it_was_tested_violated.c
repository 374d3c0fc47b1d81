// expect: violated
// expect-line: 12
// property: null
// feature: Functions: verified on their own, without main

struct node { int value; struct node *next; };

int value(const struct node *node, int otherwise) {
  int result = 0;
  if (node)
    result = node->value;
  return result ? result : node->value + otherwise;
}
