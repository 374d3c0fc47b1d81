// expect: violated
// property: assert
// expect-line: 23
// feature: Functions: verified on their own, without main
#include <assert.h>

struct node {
  struct node *next;
  int value;
};

static struct {
  struct node *first;
  int length;
} list;

void start(struct node *node) { list.first = node; }

void change(struct node *node) {
  if (!node || !list.first) return;
  list.first->value = 1;
  node->value = 2;
  assert(list.first->value == 1); /* not if it is the first one */
}
