// expect: violated
// expect-line: 7
// feature: Functions: verified on their own, without main
#include "vouch.h"

int half(int n) {
  VOUCH_ENSURES(n >= 0);
  return n / 2;
}
