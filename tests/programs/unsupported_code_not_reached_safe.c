// expect: safe
// feature: Verification: unsupported code that is not reached
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x > 5;
  if (y > 1) {
    __asm__ volatile("nop" : "+r"(x));
    assert(0);
  }
  return 0;
}
