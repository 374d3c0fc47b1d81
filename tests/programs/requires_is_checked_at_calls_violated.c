// expect: violated
// expect-line: 11
// feature: Functions: verified on their own, without main
#include "vouch.h"

static int half(int n) {
  VOUCH_REQUIRES(n >= 0);
  return n / 2;
}

int use(int x) { return x == 7 ? 0 : half(x); }
