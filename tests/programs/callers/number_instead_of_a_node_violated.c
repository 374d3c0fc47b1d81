// expect: violated
// expect-line: 18
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main
#include <string.h>

struct node {
  struct node *next;
  int value;
};

int marked(struct node *list) {
  if (!list)
    return 0;
  memset(list, 0xff, sizeof *list);
  // Not null, and no node that a caller made.
  struct node *next = list->next;
  return next->value;
}
