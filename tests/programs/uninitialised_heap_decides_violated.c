// expect: violated
// expect-line: 18
// feature: Memory: contents that the program has not written
#include <stdlib.h>
void reach_error(void);

struct session {
  int state;
  void (*callback)(void);
  unsigned flags;
};

int main(void) {
  struct session *s = malloc(sizeof *s);
  s->state = 1;
  if (s->callback != 0 && s->flags * 2654435761u == 0x12345678u) {
    if (s->state == 1) {
      reach_error();
    }
  }
  free(s);
  return 0;
}
