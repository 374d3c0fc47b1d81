// expect: unknown
// reason: whether it happens depends on where objects lie in memory
#include <assert.h>

int first[4], second[4];

int main(void) {
  assert(first + 4 == second);
  return 0;
}
