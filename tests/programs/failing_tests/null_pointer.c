// expect: violated
// options: --callers any
// expect-line: 9
// property: null
struct list {
  struct list *next;
  int value;
};
int second(const struct list *head) { return head != 0 ? head->next->value : 0; }
