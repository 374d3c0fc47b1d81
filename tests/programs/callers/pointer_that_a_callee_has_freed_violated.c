// expect: violated
// property: use-after-free
// expect-line: 18
/* Everybody before `last` has used the pointer, and `close` has given away what it leads to, two calls further in. */
#include <stdlib.h>

struct parser {
  int state;
  int line;
};

static void drop(struct parser *p) { free(p); }
static void close(struct parser *p) {
  if (p->state == 3) {
    drop(p);
  }
}
static int last(struct parser *p) { return p->line; }

int read_and_close(void) {
  struct parser *p = malloc(sizeof *p);
  if (!p) {
    return 0;
  }
  p->state = 3;
  p->line = 1;
  close(p);
  return last(p);
}
