// expect: violated
// expect-line: 14
// not-native: only verification tools know the function
// property: bounds
// feature: Functions: verified on their own, without main
#include <assert.h>

_Bool __CPROVER_w_ok(const void *, unsigned long);

void clear(void *p, unsigned long size) {
  assert(__CPROVER_w_ok(p, size));
  unsigned char *bytes = p;
  for (unsigned long i = 0; i <= size; ++i) {
    bytes[i] = 0;
  }
}
