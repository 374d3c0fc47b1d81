// expect: violated
// property: assert
// expect-line: 23
// feature: Functions: verified on their own, without main
#include <assert.h>

struct item {
  int *name;
  int value;
};
struct node {
  struct item *item;
};

static struct item none;
struct item *no_item(void) { return &none; }

int set(struct node n) {
  if (!n.item)
    return 0;
  none.value = 1;
  n.item->value = 2;
  assert(none.value == 1); /* not if there is no item */
  return 0;
}
