// expect: unknown
// property: assert
// reason: precondition that is not stated
// hint: 13

/* The loop goes up to the number, and asks nothing of it. */
#include <assert.h>

extern void lock(void);

int bits(unsigned bits, unsigned n, int k) {
  lock();
  assert(n <= 8);
  for (unsigned i = 0; i < n; i++)
    k ^= (int)((bits >> i) & 1U);
  return k;
}
