// expect: violated
// expect-line: 15
// property: assert
// not-native: gcc does not see the contract
// feature: Functions: verified on their own, without main
#include <vouch.h>

static char first(const char *s) {
  VOUCH_REQUIRES(VOUCH_STRING(s));
  return *s;
}

int main(void) {
  char own[3] = {'a', 0, 'b'};
  return first("xyz") + first(own) + first(own + 2);
}
