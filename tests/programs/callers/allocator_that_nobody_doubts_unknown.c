// expect: unknown
// property: null,bounds
// reason: precondition that is not stated
// hint: 13
// hint: 32
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

/* Looks whether there is one already, and not at the new one. */
struct cache { int *number; };
int *cached(struct cache *cache) {
  if (!cache)
    return NULL;
  if (!cache->number)
    cache->number = store_alloc(sizeof(int));
  *cache->number = 2;
  return cache->number;
}
