// expect: violated
// expect-line: 16
// feature: Verification: __VERIFIER and __CPROVER functions, entry and properties
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

static void assume_that(int condition) {
  if (!condition)
    abort();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  assume_that(x > 10 && x < 13);
  assert(x != 12);
  return 0;
}
