// expect: unknown
// reason: depends on a precondition that is not stated
// hint: 17
// property: assert
// feature: Functions: verified on their own, without main
#include <assert.h>

struct node {
  struct node *next;
  int value;
};

void append(struct node *list, struct node *item) {
  if (!list || !item)
    return;
  item->value = 1;
  assert(list->next != item); /* appended twice */
}
