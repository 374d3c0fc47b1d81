// expect: violated
// expect-line: 10
// feature: Arithmetic: division and remainder
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int r = x % 2;
  assert(r == 0 || r == 1);
  return 0;
}
