// expect: unknown
// property: null,bounds
// reason: precondition that is not stated
// hint: 13
#include <stddef.h>

/* Either it ends the program where there is no memory, or everybody has forgotten to look. */
extern void *store_alloc(size_t size);
extern void *arena_alloc(void *arena, size_t size);

int *one(void) {
  int *result = store_alloc(sizeof *result);
  *result = 1;
  return result;
}

/* Looks at what another one gives. */
int *other(void *arena) {
  int *result = arena_alloc(arena, sizeof *result);
  if (result)
    *result = 1;
  return result;
}
