// expect: safe
// property: assert
// feature: Expressions: operands in any order
#include <assert.h>

/* What callers pass, what code elsewhere is shown and everything that has been in the same variables is one class of objects. Results and arguments
   that are structs are objects that nobody else has the address of, so no order matters. */
struct inlined {
  unsigned is_inlined : 1;
  unsigned size : 31;
};
union tree {
  struct inlined inlined;
  struct kept *kept;
};
struct kept {
  unsigned size;
  union tree child;
};
struct trees {
  unsigned size;
  union tree *contents;
};
struct node {
  unsigned context[2];
  const void *id;
};

extern void *allocated(unsigned long);

static union tree tree_of(struct node node) {
  return *(const union tree *)node.id;
}
static unsigned start_of(struct node node) {
  return node.context[0];
}
static unsigned size_of(union tree tree) {
  return tree.inlined.is_inlined ? tree.inlined.size : tree.kept->size;
}
static unsigned end_of(struct node node) {
  return start_of(node) + size_of(tree_of(node));
}
static union tree same(union tree tree) {
  union tree result;
  result.inlined = tree.inlined;
  return result;
}
unsigned push_two(struct trees *trees, union tree left, union tree right) {
  trees->size = 0;
  trees->contents[trees->size++] = same(left);
  trees->contents[trees->size++] = same(right);
  assert(trees->size == 2);
  return trees->size;
}

unsigned step(struct node node) {
  unsigned end = start_of(node) + size_of(tree_of(node));
  assert(start_of(node) == node.context[0]);
  return end;
}

struct entries {
  union tree *tree;
  struct node *node;
  struct trees *trees;
};
unsigned remember(struct node node, struct trees *trees) {
  union tree tree = tree_of(node), copy = same(tree);
  struct entries *entries = allocated(2 * sizeof *entries);
  if (!entries)
    return 0;
  entries[0].tree = &tree;
  entries[0].trees = trees;
  entries[1].tree = &copy;
  entries[1].node = &node;
  return start_of(*entries[1].node) + size_of(*entries[0].tree);
}
