// expect: safe
// property: assert,null,overflow,bounds

/* Members called start, end and top are places in one array, in this order; the head of a queue is not behind its tail. Where
   there is a limit as well, what is called the end is that of the contents. */
#include <assert.h>
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
  struct {
    int *start, *end, *head, *tail;
  } queue;
  const char *buffer, *bufferPtr, *bufferEnd;
};

size_t room(const struct parser *parser) {
  if (!parser) {
    return 0;
  }
  assert(parser->items.start <= parser->items.top);
  return (size_t)(parser->items.end - parser->items.top);
}

void count(const struct parser *parser) {
  if (parser) {
    assert(parser->queue.tail - parser->queue.head >= 0);
    assert(parser->queue.end - parser->queue.start >= parser->queue.tail - parser->queue.head);
  }
}

struct filled {
  char *buffer;
  const char *bufferPtr;
  char *bufferEnd;
  const char *bufferLim;
};

void append(struct filled *filled, char next) {
  if (filled && filled->buffer) {
    assert(filled->bufferPtr <= filled->bufferEnd);
    assert(filled->bufferLim - filled->bufferEnd >= 0);
    if (filled->bufferEnd < filled->bufferLim) {
      *filled->bufferEnd++ = next;
    }
  }
}

void check_buffer(struct parser *parser) {
  if (parser && parser->buffer) {
    assert(parser->bufferPtr && parser->bufferEnd);
    assert(parser->bufferPtr <= parser->bufferEnd);
  }
}
