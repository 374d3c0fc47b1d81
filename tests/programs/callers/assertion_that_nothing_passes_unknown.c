// expect: unknown
// property: assert
// reason: precondition that is not stated
// hint: 11

/* The branch says what to pass: in it nothing passes. */
#include <assert.h>

int byte_of(unsigned n, int v) {
  if (n > 8) {
    assert(n < 8); /* off where assertions are */
    n = 8;
  }
  return v & (int)((1U << n) - 1);
}
