// expect: safe
// feature: Functions: calls by value, locals, static locals, functions that do not return
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int is_even(int x) {
  return x % 2 == 0;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > -100 && x < 100 && !is_even(x)) {
    x++;
  }
  assert(x <= -100 || x >= 100 || x % 2 == 0);
  return 0;
}
