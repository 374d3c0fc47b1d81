// expect: unknown
// property: assert
// reason: assertion "root.value == 1" can fail
// feature: Functions: verified on their own, without main

/* "head" may lead to "root": that it leads to an object of callers is no assumption anybody would make here. */
#include <assert.h>
struct node {
  struct node *next;
  int value;
};
static struct node root;
static struct node *head = &root;

void use(struct node *node) { head = node ? node : &root; }

void change(void) {
  root.value = 1;
  if (head)
    head->value = 2;
  assert(root.value == 1);
}
