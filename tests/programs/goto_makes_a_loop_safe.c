// expect: safe
// feature: Control flow: goto
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0;
again:
  if (i < 5) {
    i++;
    goto again;
  }
  assert(i == 5);
  return 0;
}
