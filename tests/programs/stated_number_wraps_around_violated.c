// expect: violated
// expect-line: 12
// property: assert
// not-native: gcc does not see the contract
// feature: Functions: verified on their own, without main
#include <vouch.h>

static void look(const int *a, unsigned long n) { VOUCH_REQUIRES(VOUCH_READABLE(a, n)); }

int main(void) {
  int one = 0;
  look(&one, 0x4000000000000001ul); /* as many bytes as one element has, if 64 bits are taken of them */
  return one;
}
