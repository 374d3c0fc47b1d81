// expect: violated
// expect-line: 12
// not-native: gcc does not see the contract
// feature: Functions: verified on their own, without main
#include <assert.h>
#include <vouch.h>

int calls;

int is_empty(const char *s) {
  VOUCH_REQUIRES(VOUCH_STRING(s + 0)); calls = 1;
  assert(s[0] == 0);
  return 1;
}
