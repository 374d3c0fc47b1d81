// expect: safe
// feature: Library: aligned_alloc, posix_memalign, memalign and valloc keep the alignment
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *plain = malloc(3);
  char *zeroed = calloc(3, 1);
  char *line = aligned_alloc(64, 128);
  char *wide = memalign(256, 10);
  char *page = valloc(10);
  void *through = 0;
  int failure = posix_memalign(&through, 512, 100);
  size_t alignment = __VERIFIER_nondet_int() ? 32 : 1024;
  void *chosen = 0;
  int other_failure = posix_memalign(&chosen, alignment, 100);
  if (!plain || !zeroed || !line || !wide || !page || failure || other_failure) {
    return 1;
  }
  char *on_stack = __builtin_alloca_with_align(10, 8 * 128);
  char *plain_stack = __builtin_alloca(10);
  assert((uintptr_t)plain % 16 == 0 && (uintptr_t)zeroed % 16 == 0);
  assert((uintptr_t)line % 64 == 0);
  assert((uintptr_t)wide % 256 == 0);
  assert((uintptr_t)page % 4096 == 0);
  assert((uintptr_t)through % 512 == 0);
  assert((uintptr_t)chosen % 32 == 0);
  assert(alignment == 32 || (uintptr_t)chosen % 1024 == 0);
  assert((uintptr_t)on_stack % 128 == 0 && (uintptr_t)plain_stack % 16 == 0);
  return 0;
}
