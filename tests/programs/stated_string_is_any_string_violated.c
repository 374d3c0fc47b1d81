// expect: violated
// expect-line: 13
// not-native: gcc does not see the contract
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <vouch.h>

int calls;

int is_empty(const char *s) {
  VOUCH_REQUIRES(VOUCH_STRING(s + 0)); calls = 1;
  int first = s[0];
  assert(first == 0);
  return 1;
}
