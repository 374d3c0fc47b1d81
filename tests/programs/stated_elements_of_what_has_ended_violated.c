// expect: violated
// expect-line: 17
// property: assert
// not-native: gcc does not see the contract
// feature: Functions: verified on their own, without main
#include <vouch.h>

static void look(const int *a) { VOUCH_REQUIRES(VOUCH_READABLE(a, 1)); }

int main(void) {
  const int *a;
  {
    int ends = 3;
    a = &ends;
    look(a);
  } /* what follows is undefined anyway, but not everything that is */
  look(a);
  return 0;
}
