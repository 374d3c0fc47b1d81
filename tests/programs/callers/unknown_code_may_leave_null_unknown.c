// expect: unknown
// property: null
// reason: as "visit" may leave null in memory
// hint: 13
// feature: Functions: verified on their own, without main

/* Of the right type it may be, but also null. */
struct node { struct node *next; int value; };
void visit(struct node *node);
int next_value(struct node *node) {
  if (!node) return 0;
  visit(node);
  return node->next->value;
}
