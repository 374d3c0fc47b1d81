// expect: violated
// expect-line: 13
// not-native: the test makes room for whole structs
// property: bounds
// feature: Functions: verified on their own, without main

struct list {
  unsigned count;
  short items[] __attribute__((counted_by(count)));
};

int last(const struct list *list) {
  return list && list->count > 0 ? list->items[list->count] : 0;
}
