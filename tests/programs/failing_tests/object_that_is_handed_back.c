// expect: violated
// expect-line: 22
// property: assert
// no-failing-test: the run depends on what "append" writes to memory

/* "list->next" is the function's own object, which no caller has made. */
#include <assert.h>
struct node {
  struct node *next;
  int value;
};
void append(struct node *list, struct node *node);

void test(struct node *list) {
  struct node node = {0};
  if (!list)
    return;
  append(list, &node);
  node.value = 1;
  if (list->next) {
    list->next->value = 2;
    assert(node.value == 1);
  }
}
