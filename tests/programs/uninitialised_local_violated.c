// expect: violated
// expect-line: 11
// feature: Objects: uninitialised variables
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x;
  if (__VERIFIER_nondet_int())
    x = 1;
  assert(x == 1);
  return 0;
}
