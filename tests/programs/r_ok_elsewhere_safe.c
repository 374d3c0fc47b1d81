// expect: safe
// not-native: only verification tools know the function
// feature: Memory: pointers and their arithmetic
#include <assert.h>

_Bool __CPROVER_r_ok(const void *, unsigned long);
_Bool __CPROVER_w_ok(const void *, unsigned long);

int main(void) {
  int few[3] = {1, 2, 3};
  assert(__CPROVER_r_ok(few, sizeof few));
  assert(__CPROVER_w_ok(few + 2, 4));
  assert(!__CPROVER_r_ok(few + 2, 5));
  assert(!__CPROVER_r_ok((char *)few - 1, 1));
  assert(!__CPROVER_r_ok(0, 1));
  assert(__CPROVER_r_ok(0, 0));
  if (__CPROVER_r_ok(few + 3, 1)) {
    return few[3];
  }
  return 0;
}
