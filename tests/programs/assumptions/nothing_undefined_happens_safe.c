// expect: safe
// assumes: signed arithmetic does not overflow
// assumes: no divisor is zero
// assumes: every access is inside of a live object
// assumes: memory is freed once and as it was allocated
// assumes: floating-point numbers converted to integers fit
#include <assert.h>

int main(void) {
  int x = 1;
  assert(x == 1);
  return 0;
}
