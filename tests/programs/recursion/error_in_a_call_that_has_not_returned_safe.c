// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void check(int x, int limit) {
  assert(x <= limit);
  if (x < limit)
    check(x + 1, limit);
}

int main(void) {
  int limit = __VERIFIER_nondet_int();
  __VERIFIER_assume(limit >= 0 && limit <= 100);
  check(0, limit);
  return 0;
}
