// expect: violated
// expect-line: 11
// feature: Functions: verified on their own, without main
#include <assert.h>
struct node {
  int key;
  struct node *next;
};

int two(struct node *list) {
  if (list && list->next) assert(list->next->key != 3);
  return 0;
}
