// expect: violated
// expect-line: 16
// feature: Library: memcpy, memmove, memset, memcmp
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int from[8], to[8], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8)
    return 0;
  for (int i = 0; i < 8; i++)
    to[i] = from[i] = __VERIFIER_nondet_int();
  from[5] = 1234;
  memmove(to, from, n * sizeof(int));
  assert(n < 6 || to[5] != 1234);
  return 0;
}
