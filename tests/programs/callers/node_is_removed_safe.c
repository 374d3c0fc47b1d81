// expect: safe
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main
struct leaf;
struct node {
  struct node *next;
  int value;
  struct leaf *leaf;
};
struct leaf {
  struct node *up;
  int value;
};

struct node *without(struct node *list, int value) {
  if (!list)
    return 0;
  if (list->value == value)
    return list->next;
  for (struct node *node = list; node->next; node = node->next) {
    if (node->next->value == value) {
      node->next = node->next->next;
      break;
    }
  }
  return list;
}

int through_leaves(const struct node *list) {
  int value = 0;
  for (; list; list = list->next) {
    if (list->leaf && list->leaf->up && list->leaf->up->leaf)
      value ^= list->leaf->up->leaf->value;
  }
  return value;
}
