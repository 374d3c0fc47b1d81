// expect: unknown
// reason: whether it happens depends on where objects lie in memory
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *object = aligned_alloc(64, 64);
  if (object) {
    assert((uintptr_t)object % 128 == 0);
  }
  return 0;
}
