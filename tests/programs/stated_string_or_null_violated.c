// expect: violated
// expect-line: 9
// property: null
// feature: Functions: verified on their own, without main
#include <vouch.h>

int is_empty(char *s) {
  VOUCH_REQUIRES(s == 0 || VOUCH_STRING(s));
  return *s == 0;
}
