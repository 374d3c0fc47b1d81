// expect: safe
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main

/* What functions that are not seen leave in memory is what callers could pass: pointers that are null or lead to an object of their
   type. So is a pointer to a struct that they return. */
#include <stdlib.h>
struct node {
  struct node *next;
  char *name;
  int value;
};
struct list {
  struct node *first;
  int count;
  void *user;
};
void visit(struct list *list, struct node *node);
struct node *find(struct list *list, int key);
void change(int *number);
static struct list all;

int walk(struct list *list) {
  int result = 0;
  if (!list)
    return 0;
  for (struct node *node = list->first; node; node = node->next) {
    visit(list, node);
    result ^= node->value;
    if (node->name)
      result ^= node->name[0];
  }
  return result ^ list->count;
}

int found(struct list *list, int key) {
  struct node *node = find(list, key);
  return node ? node->value : -1;
}

int own_objects(struct list *list) {
  struct node *node = calloc(1, sizeof *node);
  struct list here = {0};
  if (!node || !list)
    return -1;
  visit(&here, node);
  node = here.first;
  return node && node->next ? node->next->value : 0;
}

int of_the_file(void) {
  visit(&all, all.first);
  return all.first ? all.first->value : 0;
}

/* A number inside of a struct says nothing of the pointers beside it. */
int beside(struct node *node) {
  if (!node || !node->next)
    return 0;
  change(&node->value);
  return node->next ? node->next->value : 0;
}
