// expect: safe
/* Who is passed a pointer that its callers have used need not look at it again, however deep the calls; what is allocated is as
   large as it is. */
#include <stdlib.h>

struct parser {
  int state;
  int line;
  struct parser *next;
};

static int line_of(struct parser *p) { return p->line / 2; }
static int through(struct parser *p) { return line_of(p) / 2; }
static void init(struct parser *p, int line) {
  p->state = 0;
  p->line = line;
  p->next = 0;
}

int on_the_stack(int line) {
  struct parser p;
  init(&p, line);
  return through(&p);
}

int on_the_heap(int line) {
  struct parser *p = malloc(sizeof *p);
  if (!p) {
    return -1;
  }
  init(p, line);
  const int result = through(p);
  free(p);
  return result;
}

int of_callers(struct parser *p) {
  int result = 0;
  for (; p; p = p->next) {
    result ^= through(p);
  }
  return result;
}
