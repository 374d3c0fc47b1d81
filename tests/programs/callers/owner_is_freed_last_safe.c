// expect: safe
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main

/* Before the first free nothing is dead, whatever is freed later, and by whom. */
#include <stdlib.h>
struct node {
  struct node *next;
  char *name;
  int value;
};
void drop(struct node *node) {
  if (node) {
    free(node->name);
    free(node);
  }
}
int next_value_and_drop(struct node *node) {
  if (!node || !node->next)
    return 0;
  int value = node->next->value;
  drop(node);
  return value;
}
