// expect: violated
// expect-line: 12
// property: assert
// not-native: gcc does not see the contract
// feature: Functions: verified on their own, without main
#include <vouch.h>

static void look(const int *a, int n) { VOUCH_REQUIRES(VOUCH_READABLE(a, n)); }

int main(void) {
  int one = 0;
  look(&one, -1);
  return one;
}
