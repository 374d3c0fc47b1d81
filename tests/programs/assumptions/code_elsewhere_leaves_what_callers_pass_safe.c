// expect: safe
// property: null
// assumes: functions that are not seen return, and leave in memory, pointers that callers could pass

struct node {
  struct node *next;
  int value;
};
struct node *find(struct node *list, int value);

int found(struct node *list, int value) {
  struct node *node = find(list, value);
  return node && node->next ? node->next->value : 0;
}
