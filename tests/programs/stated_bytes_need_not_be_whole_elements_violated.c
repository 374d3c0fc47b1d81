// expect: violated
// expect-line: 15
// not-native: only verification tools know the function
// feature: Functions: verified on their own, without main
#include <assert.h>

_Bool __CPROVER_r_ok(const void *, unsigned long);

int calls;

int first(const int *p, unsigned long bytes) {
  assert(__CPROVER_r_ok(p, bytes));
  calls = 1;
  int value = bytes > 3 ? *p : 0;
  assert(bytes % 4 == 0);
  return value;
}
