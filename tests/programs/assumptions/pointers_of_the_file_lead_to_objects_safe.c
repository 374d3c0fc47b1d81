// expect: safe
// property: null
// assumes: pointers in variables of the file are null, or lead to the start of an object of their type that callers made and that exists, where no object of the file has that type

struct node {
  struct node *next;
  int value;
};
static struct node *head;

void push(struct node *node) { head = node; }

int second(void) { return head && head->next ? head->next->value : 0; }
