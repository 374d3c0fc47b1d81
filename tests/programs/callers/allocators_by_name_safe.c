// expect: safe
// property: null,bounds,use-after-free
// feature: Functions: verified on their own, without main
#include <stddef.h>
#include <string.h>

extern void *xmalloc(size_t size);
extern void *take(void *pool, int bytes) __attribute__((alloc_size(2)));

struct hooks {
  void *(*allocate)(size_t size);
};

char *zeros(const struct hooks *hooks, size_t n) {
  if (hooks == NULL || hooks->allocate == NULL)
    return NULL;
  char *result = hooks->allocate(n);
  if (result != NULL)
    memset(result, 0, n);
  return result;
}

int *pair(int a, int b) {
  int *result = xmalloc(2 * sizeof *result);
  result[0] = a;
  result[1] = b;
  return result;
}

int *from_pool(void *pool) {
  int *result = take(pool, 16);
  if (result)
    result[3] = 0;
  return result;
}
