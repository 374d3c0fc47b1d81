// expect: safe
// property: bounds
// feature: Functions: verified on their own, without main
#include <vouch.h>

static int last(const int *a, int n) {
  VOUCH_REQUIRES(n > 0);
  VOUCH_REQUIRES(VOUCH_READABLE(a, n));
  return a[n - 1];
}

int main(void) {
  int few[3] = {1, 2, 3};
  return last(few, 3) + last(few + 1, 2) + last(&few[2], 1);
}
