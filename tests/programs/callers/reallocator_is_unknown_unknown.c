// expect: unknown
// reason: depends on where a pointer leads that comes from outside
// property: bounds
// feature: Functions: verified on their own, without main
#include <stddef.h>

extern void *arena_realloc(void *old, size_t size);

/* Its name is not that of a function that only allocates. */
int grow(void *old) {
  int *result = arena_realloc(old, 4);
  return result ? *result : 0;
}
