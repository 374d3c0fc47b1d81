// expect: violated
// expect-line: 13
// options: --callers any
// property: bounds
// feature: Functions: verified on their own, without main
#include <vouch.h>

int calls;

int third(char *s, int flag) {
  if (flag) return 0;
  VOUCH_REQUIRES(VOUCH_STRING(s));
  calls = 1; return s[2];
}
