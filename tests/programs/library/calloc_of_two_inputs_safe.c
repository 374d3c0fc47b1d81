// expect: safe
#include <assert.h>
#include <stdlib.h>

size_t __VERIFIER_nondet_size_t(void);

int main(void) {
  size_t n = __VERIFIER_nondet_size_t();
  size_t size = __VERIFIER_nondet_size_t();
  if (n < (size_t)1 << 32 || size < (size_t)1 << 32) {
    return 0;
  }
  void *block = calloc(n, size);
  assert(block == NULL);
  return 0;
}
