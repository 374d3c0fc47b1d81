// expect: violated
// property: assert
// expect-line: 16
// feature: Functions: verified on their own, without main
#include <assert.h>

const char *name(int i) {
  static char buffer[16];
  buffer[0] = (char)('a' + (i & 7)); buffer[1] = 0;
  return buffer;
}

int same(const char *s) {
  if (!s || s[0] != 'a') return 0;
  name(1);
  assert(s[0] == 'a'); /* not for same(name(0)) */
  return 0;
}
