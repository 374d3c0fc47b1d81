// expect: violated
// expect-line: 19
// property: null,bounds,use-after-free
// options: --allocation succeeds
// feature: Functions: verified on their own, without main
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

int put(struct node *list) {
  if (!list || !list->next || !list->next->next)
    return 0;
  struct node *third = list->next->next;
  third->next = malloc(8);
  struct node *fourth = third->next;
  return fourth->value;
}
