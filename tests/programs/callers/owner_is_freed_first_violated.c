// expect: violated
// expect-line: 21
// expect-code: use-after-free
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main

/* The function that frees is called behind one access and in front of the other. */
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
void drop(struct node *node) { free(node); }
int value(struct node *node) { return node ? node->value : 0; }

int drop_between(struct node *node) {
  if (!node)
    return 0;
  int before = value(node);
  drop(node);
  return before == node->value;
}
