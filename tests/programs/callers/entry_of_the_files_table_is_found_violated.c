// expect: violated
// property: assert
// expect-line: 22
// feature: Functions: verified on their own, without main
#include <assert.h>

struct item {
  int value;
};
struct node {
  struct item *item;
};

static struct item table[3];
struct item *first(void) { return table; }

int set(struct node *n) {
  if (!n || !n->item)
    return 0;
  table[0].value = 1;
  n->item->value = 2;
  assert(table[0].value == 1); /* not if it is the first one */
  return 0;
}
