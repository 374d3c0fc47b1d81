// expect: unknown
// property: null,bounds
// reason: precondition that is not stated
// hint: 20
#include <stddef.h>

/* What a macro asks serves all who use it, as what a function asks that is called: no reason to expect null here. */
struct value { int kind; int number; };
struct frame { struct value *value; int depth; };
struct context { struct frame *stack; };
#define IS_NUMBER(v) ((v) != NULL && (v)->kind == 1)
#define IS_LIST(v) ((v) != NULL && (v)->kind == 2)

int add(struct context *context) {
  if (!context || !context->stack)
    return 0;
  if (IS_NUMBER(context->stack->value)) {
    return context->stack->value->number;
  }
  return IS_LIST(context->stack->value) ? 2 : context->stack->value->kind;
}
