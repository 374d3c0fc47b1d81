// expect: safe
// property: bounds
// feature: Functions: verified on their own, without main
#include <vouch.h>

unsigned long length(char *s) {
  VOUCH_REQUIRES(VOUCH_STRING(s));
  unsigned long n = 0;
  while (s[n]) {
    ++n;
  }
  return n;
}
