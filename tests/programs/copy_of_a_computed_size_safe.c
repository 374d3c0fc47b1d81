// expect: safe
// feature: Library: memcpy, memmove, memset, memcmp
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int from[8], to[8], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8)
    return 0;
  for (int i = 0; i < 8; i++) {
    from[i] = __VERIFIER_nondet_int();
    to[i] = 7;
  }
  memcpy(to, from, n * sizeof(int));
  memset(from, 0, n * sizeof(int));
  if (n > 3)
    assert(from[3] == 0);
  if (n == 2)
    assert(to[2] == 7);
  return 0;
}
