// expect: violated
// expect-line: 19
// property: assert
// feature: Functions: verified on their own, without main

/* What a function was passed it may leave where pointers of that type are. */
#include <assert.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
void append(struct node *list, struct node *node);
void test(struct node *list) {
  struct node *node = calloc(1, sizeof *node);
  if (!node || !list)
    return;
  append(list, node);
  node->value = 1;
  if (list->next) {
    list->next->value = 2;
    assert(node->value == 1);
  }
}
