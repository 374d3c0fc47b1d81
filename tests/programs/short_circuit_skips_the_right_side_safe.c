// expect: safe
// feature: Expressions: short-circuit operators
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int calls = 0;
static int counted(int value) {
  calls++;
  return value;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int both = x > 0 && counted(x < 10);
  assert(calls == (x > 0));
  assert(both == (x > 0 && x < 10));
  calls = 0;
  if (x == 5 || counted(0)) {
    assert(x == 5 && calls == 0);
  }
  return 0;
}
