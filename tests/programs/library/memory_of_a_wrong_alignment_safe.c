// expect: safe
// property: assert
// feature: Library: aligned_alloc, posix_memalign, memalign and valloc keep the alignment
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  void *p = 0;
  assert(posix_memalign(&p, 4, 8) == EINVAL); /* no multiple of the size of a pointer */
  assert(posix_memalign(&p, 24, 8) == EINVAL); /* no power of two */
  assert(posix_memalign(&p, 0, 8) == EINVAL);
  assert(p == 0); /* untouched */
  if (posix_memalign(&p, 64, 8) == 0) {
    assert((unsigned long)p % 64 == 0);
    free(p);
  }
  return 0;
}
