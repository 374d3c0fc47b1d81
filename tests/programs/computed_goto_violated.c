// expect: violated
// expect-line: 15
// feature: GNU C: labels as values
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  void *targets[] = {&&first, &&second};
  int x = 0;
  goto *targets[__VERIFIER_nondet_int() & 1];
first:
  x = 1;
second:

  assert(x == 1);
  return 0;
}
