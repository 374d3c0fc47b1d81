// expect: violated
// expect-line: 7
// property: null
// feature: Functions: verified on their own, without main

struct node { int value; };
int value(const struct node *node) { return node->value; }
int use(void) { return value(0); }
