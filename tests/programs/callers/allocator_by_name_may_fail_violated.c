// expect: violated
// expect-line: 13
// expect-code: null-dereference
// property: null,bounds
// feature: Functions: verified on their own, without main
#include <stddef.h>

extern void *arena_alloc(void *arena, size_t size);

/* Nobody asks whether there was memory. */
int *one(void *arena) {
  int *result = arena_alloc(arena, sizeof *result);
  *result = 1;
  return result;
}
