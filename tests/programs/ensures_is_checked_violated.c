// expect: violated
// expect-line: 9
// feature: Functions: verified on their own, without main
#include "vouch.h"

int half(int n) {
  VOUCH_REQUIRES(n >= 0 && n < 1002);
  int result = n / 2;
  VOUCH_ENSURES(result < 500);
  return result;
}
