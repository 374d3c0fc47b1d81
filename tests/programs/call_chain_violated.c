// expect: violated
// expect-line: 13
// feature: Functions: calls by value, locals, static locals, functions that do not return
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void innermost(int x) {
  assert(x != 42);
}

static void inner(int x) {
  if (x > 20)
    innermost(x * 2);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x < 30)
    inner(x);
  return 0;
}
