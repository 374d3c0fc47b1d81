// expect: safe
// feature: Functions: calls by value, locals, static locals, functions that do not return
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int twice(int x) {
  x += x;
  return x;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -1000 || x > 1000)
    return 0;
  int y = twice(twice(x));
  assert(y == 4 * x);
  return 0;
}
