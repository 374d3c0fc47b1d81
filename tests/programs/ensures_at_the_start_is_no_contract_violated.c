// expect: violated
// expect-line: 8
// feature: Functions: verified on their own, without main
#include "vouch.h"

int half(int n) {
  int half = n / 2;
  VOUCH_ENSURES(half >= 0);
  return half;
}
