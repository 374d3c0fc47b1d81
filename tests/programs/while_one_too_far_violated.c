// expect: violated
// expect-line: 16
// feature: Control flow: while, do, for
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 0;
  if (n > 5) {
    return 0;
  }
  while (i <= n) {
    i++;
  }
  assert(i == n);
  return 0;
}
