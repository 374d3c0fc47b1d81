// expect: unknown
// property: null,bounds,use-after-free
// hint: 15
// reason: depends on a precondition that is not stated: "list->next" can use an object that does not exist any more
// feature: Functions: verified on their own, without main
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}
