// expect: unknown
// reason: precondition that is not stated
// hint: 11
// feature: Functions: verified on their own, without main
#include "vouch.h"

int calls;

int half(int n) {
  calls = 1;
  VOUCH_REQUIRES(n >= 0);
  return n / 2;
}
