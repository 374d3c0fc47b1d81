// expect: violated
// expect-line: 18
// expect-code: null-dereference
// property: null
// feature: Undefined behaviour: null pointers (--property null)
extern int __VERIFIER_nondet_int(void);

struct node {
  int key;
  struct node *next;
};

int main(void) {
  struct node second = {2, 0};
  struct node first = {1, &second};
  struct node *list = &first;
  int key = __VERIFIER_nondet_int();
  while (list->key != key) {
    list = list->next;
  }
  return 0;
}
