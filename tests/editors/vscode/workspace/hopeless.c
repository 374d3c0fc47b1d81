#include <assert.h>

/* Nothing that is tried here comes to an end within its time: it would take the factors of a large number. */
int factors(unsigned long long x, unsigned long long y) {
  if (x > 1 && y > 1 && x < 4294967296 && y < 4294967296) {
    assert(x * y != 3458758873744819243ULL);
  }
  return 0;
}
