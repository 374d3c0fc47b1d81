// expect: safe
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main
#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

size_t length(const struct node *list) {
  size_t n = 0;
  for (; list; list = list->next)
    n++;
  return n;
}

struct node *last(struct node *list) {
  if (!list)
    return NULL;
  while (list->next)
    list = list->next;
  return list;
}

struct node *push(struct node *list, struct node *node) {
  if (!node)
    return list;
  node->next = list;
  return node;
}

struct node *reverse(struct node *list) {
  struct node *reversed = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  return reversed;
}

struct tree {
  struct tree *left, *right;
  int key;
};

const struct tree *find(const struct tree *tree, int key) {
  while (tree && tree->key != key)
    tree = key < tree->key ? tree->left : tree->right;
  return tree;
}
