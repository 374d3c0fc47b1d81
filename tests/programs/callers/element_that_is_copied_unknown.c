// expect: unknown
// property: assert
// reason: precondition that is not stated
// hint: 22

/* A copy of an element is what the caller has put there. */
#include <assert.h>

struct node { int type; char name[12]; };
struct stack { struct node *start, *top; };

int drop(struct stack *stack, int (*look)(struct node *)) {
  int n = 0;
  if (!stack || !stack->top || stack->start == stack->top)
    return 0;
  struct node node = *stack->top;
  if (look)
    n = look(stack->top);
  switch (node.type) {
  case 1: return n;
  case 2: return 2;
  default: assert(0);
  }
  return 0;
}
