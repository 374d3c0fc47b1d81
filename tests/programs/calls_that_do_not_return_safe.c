// expect: safe
// feature: Functions: calls by value, locals, static locals, functions that do not return
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
_Noreturn void give_up(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0)
    exit(1);
  if (x == 0)
    give_up();
  if (x > 100)
    __builtin_unreachable();
  assert(x > 0 && x <= 100);
  return 0;
}
