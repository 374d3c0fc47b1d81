// expect: safe
// property: bounds
// feature: Functions: verified on their own, without main
#include <vouch.h>

static int first(const int *a, unsigned n) {
  VOUCH_REQUIRES(VOUCH_READABLE(a, n));
  return n == 0 ? 0 : a[0];
}

int main(void) {
  int one = 5;
  return first(0, 0) + first(&one + 1, 0) + first(&one, 1);
}
