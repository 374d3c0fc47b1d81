// expect: unknown
// property: assert
// reason: unsupported construct
// feature: Library: <stdio.h>
#include <assert.h>
#include <stdio.h>

static char buffer[BUFSIZ];

int main(void) {
  setvbuf(stdout, 0, _IONBF, 0);
  setbuf(stdout, buffer);
  buffer[0] = 'z';
  fputs("hi", stdout); /* goes there first */
  assert(buffer[0] == 'z');
  return 0;
}
