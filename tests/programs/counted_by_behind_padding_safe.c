// expect: safe
// property: bounds
// feature: Functions: verified on their own, without main

struct list {
  long count;
  char last;
  short items[] __attribute__((counted_by(count)));
};

int first(const struct list *list) {
  return list && list->count > 2 ? list->items[2] : 0;
}
