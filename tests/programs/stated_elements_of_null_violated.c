// expect: violated
// expect-line: 13
// property: assert
// not-native: gcc does not see the contract
// feature: Functions: verified on their own, without main
#include <vouch.h>

static void look(const int *a, unsigned n) { VOUCH_REQUIRES(VOUCH_READABLE(a, n)); }

int main(void) {
  int one = 0;
  look(&one, 1);
  look(0, 1);
  return 0;
}
