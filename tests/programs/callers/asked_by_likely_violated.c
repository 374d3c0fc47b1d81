// expect: violated
// expect-line: 15
// expect-code: null-dereference
// property: null,bounds
#include <stddef.h>

/* A macro that only passes the question on makes it nobody else's. */
struct value { int kind; int number; };
struct frame { struct value *value; int depth; };
struct context { struct frame *stack; };
#define likely(x) __builtin_expect(!!(x), 1)
int add(struct context *context) {
  if (!context || !context->stack)
    return 0;
  int result = context->stack->value->kind;
  if (likely(context->stack->value))
    result++;
  return result;
}
