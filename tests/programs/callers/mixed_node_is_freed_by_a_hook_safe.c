// expect: safe
// options: --analysis value
// feature: Functions: verified on their own, without main
#include <stdlib.h>

struct node {
  struct node *next;
  int kind;
};
static void release(void *memory) { free(memory); }
static void (*release_node)(void *) = release;

/* What hooks get may be seen in any way, so that members of several sizes are one region. */
void make_and_release(void) {
  struct node *node = malloc(sizeof *node);
  if (!node) {
    return;
  }
  node->next = NULL;
  node->kind = 16;
  while (node) {
    struct node *next = node->next;
    release_node(node);
    node = next;
  }
}
