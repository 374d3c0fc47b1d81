// expect: violated
// expect-line: 17
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main
struct node {
  struct node *next;
  int value;
};

int sum_of_pairs(const struct node *list) {
  int sum = 0;
  if (!list || !list->next)
    return 0;
  list = list->next;
  while (list->next) {
    list = list->next;
    sum += list->next->value == list->value;
    if (!list->next)
      return 0;
  }
  return sum;
}
