// expect: violated
// expect-line: 14
// expect-code: out-of-bounds
// property: null,bounds
// feature: Functions: verified on their own, without main
#include <stddef.h>

extern void *arena_alloc(void *arena, size_t size);

/* One element less than is written. */
int *three(void *arena) {
  int *result = arena_alloc(arena, 2 * sizeof *result);
  if (result)
    result[2] = 1;
  return result;
}
