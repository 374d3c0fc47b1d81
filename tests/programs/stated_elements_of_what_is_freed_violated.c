// expect: violated
// expect-line: 16
// property: assert
// not-native: gcc does not see the contract
// feature: Functions: verified on their own, without main
#include <stdlib.h>
#include <vouch.h>

static void look(const int *a, int n) { VOUCH_REQUIRES(VOUCH_READABLE(a, n)); }

int main(void) {
  int *a = malloc(sizeof *a);
  if (a) {
    look(a, 1);
    free(a);
    look(a, 1);
  }
  return 0;
}
