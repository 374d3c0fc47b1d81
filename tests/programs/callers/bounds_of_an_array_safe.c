// expect: safe
// property: null,bounds

/* Members called start, end and top are places in one array, in this order but for top, which may be the end. */
#include <stddef.h>

struct item {
  int kind;
  struct item *parent;
};

struct stack {
  struct item *start, *end, *top;
};

struct parser {
  int error;
  struct stack items;
  const char *buffer, *bufferPtr, *bufferEnd;
};

int push(struct parser *parser, int kind) {
  if (!parser || parser->items.top == parser->items.end) {
    return 0;
  }
  parser->items.top->kind = kind;
  parser->items.top++;
  return 1;
}

int pop(struct parser *parser) {
  if (!parser || parser->items.top == parser->items.start) {
    return 0;
  }
  parser->items.top--;
  return parser->items.top->kind;
}

int next_letter(struct parser *parser) {
  return parser && parser->bufferPtr < parser->bufferEnd ? *parser->bufferPtr++ : -1;
}

size_t left(const struct parser *parser) {
  return parser ? (size_t)(parser->bufferEnd - parser->bufferPtr) : 0;
}
