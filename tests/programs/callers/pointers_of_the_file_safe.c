// expect: safe
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main

/* What earlier calls have left in variables of the file are pointers as callers have them. */
struct node {
  struct node *next;
  int value;
};
static struct node *head;
static struct {
  struct node *first, *last;
  int count;
} queue;

void push(struct node *node) {
  if (!node)
    return;
  node->next = head;
  head = node;
}

void append(struct node *node) {
  if (!node)
    return;
  node->next = 0;
  if (queue.last)
    queue.last->next = node;
  else
    queue.first = node;
  queue.last = node;
}

int all_values(void) {
  int result = 0;
  for (const struct node *node = head; node; node = node->next)
    result ^= node->value;
  for (const struct node *node = queue.first; node; node = node->next)
    result ^= node->value;
  return result;
}
