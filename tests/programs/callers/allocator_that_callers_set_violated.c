// expect: violated
// expect-line: 15
// expect-code: null-dereference
// property: null,bounds
#include <stddef.h>

/* Nobody looks, and yet malloc itself may be what is set. */
struct functions { void *(*malloc)(void *context, size_t size); void *context; };

int *one(const struct functions *functions) {
  int *result;
  if (!functions || !functions->malloc)
    return NULL;
  result = functions->malloc(functions->context, sizeof *result);
  *result = 1;
  return result;
}
