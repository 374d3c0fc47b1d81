// expect: unknown
// property: null,bounds
// reason: precondition that is not stated
// hint: 21
#include <stddef.h>

/* What the next frame holds is as it was passed, though the function has written the way to it. */
struct value { int kind; };
struct frame { struct value *value; struct frame *next; };
struct context { struct frame *stack; };
#define IS_NUMBER(v) ((v) != NULL && (v)->kind == 1)
#define IS_LIST(v) ((v) != NULL && (v)->kind == 2)

int leave(struct context *context) {
  if (!context || !context->stack || !context->stack->next)
    return 0;
  context->stack = context->stack->next;
  if (IS_NUMBER(context->stack->value)) {
    return 1;
  }
  return IS_LIST(context->stack->value) ? 2 : context->stack->value->kind;
}
