// expect: safe
// property: overflow
// feature: Functions: verified on their own, without main
#include "vouch.h"

int twice(int n) {
  VOUCH_ASSUME(n > -1000);
  VOUCH_ASSUME(n < 1000);
  return n * 2;
}
