// expect: violated
// expect-line: 13
// expect-code: null-dereference
// property: null,bounds
// feature: Functions: verified on their own, without main
#include <stddef.h>

extern void *arena_alloc(void *arena, size_t size);

/* It does not look whether there was memory, as the other one does. */
int *one(void *arena) {
  int *result = arena_alloc(arena, sizeof *result);
  *result = 1;
  return result;
}

struct pair { int *first; };

static void *number(void *arena) { return arena_alloc(arena, sizeof(int)); }

int two(void *arena, struct pair *pair) {
  if (!pair)
    return 0;
  pair->first = number(arena);
  if (!pair->first)
    return 0;
  *pair->first = 3;
  return 1;
}
