// expect: unknown
// reason: no run keeps to what is assumed
#include <assert.h>

int main(void) {
  int x = 3;
  if (x > 2)
    __builtin_unreachable();
  assert(0);
  return 0;
}
