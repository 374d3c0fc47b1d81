// expect: safe
// property: null,bounds,use-after-free
// assumes: pointers further inside of what callers pass are null, or lead to the start of an object of their type that callers made and that exists

struct node {
  struct node *next;
  int value;
};

int last_value(const struct node *list) {
  int value = 0;
  for (; list; list = list->next)
    value = list->value;
  return value;
}
