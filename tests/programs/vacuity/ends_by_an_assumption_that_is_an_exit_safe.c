// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void assume_abort_if_not(int condition) {
  if (!condition)
    abort();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  assume_abort_if_not(x > 10);
  assume_abort_if_not(x < 5);
  assert(0);
  return 0;
}
