// expect: unknown
// property: assert
// reason: not confirmed
// feature: Functions: verified on their own, without main
#include <assert.h>

extern char *first_space(const char *text);
extern void mark(char *place);

/* As strchr does: it gives back a place in its argument, and not as one of const data. */
void split(void) {
  char text[4] = {'a', ' ', 'b', 0};
  mark(first_space(text));
  assert(text[3] == 0);
}

void end_word(void) {
  char text[4] = {'a', ' ', 'b', 0};
  char *place = first_space(text);
  if (place)
    *place = 0;
  assert(text[1] == ' ');
}
