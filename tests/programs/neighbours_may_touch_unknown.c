// expect: unknown
// reason: whether it happens depends on where objects lie in memory
// feature: Objects: the end of one may be the start of another
#include <assert.h>

int first[4], second[4];

int main(void) {
  assert(second + 4 != first);
  return 0;
}
