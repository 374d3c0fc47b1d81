// expect: safe
// feature: Functions: verified on their own, without main
#include <vouch.h>

static char first(const char *s) {
  VOUCH_REQUIRES(VOUCH_STRING(s));
  return *s;
}

int main(void) {
  char own[3] = {'a', 0, 'b'};
  return first("xyz") + first("") + first(own);
}
