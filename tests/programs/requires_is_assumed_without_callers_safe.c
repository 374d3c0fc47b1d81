// expect: safe
// feature: Functions: verified on their own, without main
#include "vouch.h"

int half(int n) {
  VOUCH_REQUIRES(n >= 0);
  VOUCH_REQUIRES(n < 1000);
  int result = n / 2;
  VOUCH_ENSURES(result < 500);
  return result;
}
