// expect: unknown
// property: assert
// reason: not confirmed
// feature: Functions: verified on their own, without main
#include <assert.h>

extern void keep(char *text);
extern char *kept(void);

/* A place in the middle of what it was passed in an earlier call. */
void change(void) {
  char text[4] = {'a', 'b', 'c', 0};
  keep(text + 1);
  char *place = kept();
  text[1] = 1;
  if (place)
    *place = 2;
  assert(text[1] == 1);
}
