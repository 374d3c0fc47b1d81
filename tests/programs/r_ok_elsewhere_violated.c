// expect: violated
// expect-line: 11
// not-native: only verification tools know the function
// feature: Memory: pointers and their arithmetic
#include <assert.h>

_Bool __CPROVER_r_ok(const void *, unsigned long);

int main(void) {
  int few[3] = {1, 2, 3};
  assert(__CPROVER_r_ok(few + 1, 9));
  return few[0];
}
