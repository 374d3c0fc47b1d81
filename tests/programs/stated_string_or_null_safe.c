// expect: safe
// property: null
// feature: Functions: verified on their own, without main
#include <vouch.h>

int is_empty(char *s) {
  VOUCH_REQUIRES(!s || VOUCH_STRING(s));
  return !s || !*s;
}
