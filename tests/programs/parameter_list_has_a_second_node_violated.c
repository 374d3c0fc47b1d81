// expect: violated
// expect-line: 10
#include <assert.h>
struct node {
  int key;
  struct node *next;
};

int two(struct node *list) {
  if (list && list->next) assert(list->next->key != 3);
  return 0;
}
