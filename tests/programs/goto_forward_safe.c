// expect: safe
// feature: Control flow: goto
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0)
    goto negative;
  assert(x >= 0);
  return 0;
negative:
  assert(x < 0);
  return 1;
}
