// expect: violated
// property: assert
// expect-line: 15
// feature: Functions: verified on their own, without main
#include <assert.h>

struct node {
  struct node *next;
  int value;
};

void set(struct node **list, struct node *item) {
  if (!list || !item || !*list) return;
  (*list)->value = 1; item->value = 2;
  assert((*list)->value == 1); /* not for set(&list, list) */
}
