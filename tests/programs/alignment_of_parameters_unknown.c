// expect: unknown
// reason: whether it happens depends on where objects lie in memory
#include <assert.h>
#include <stdint.h>

void takes(int *numbers, double *number) {
  if (numbers && number) {
    assert((uintptr_t)number % 8 == 0);
    assert((uintptr_t)numbers % 16 == 0); // an int need not lie there
  }
}
