// expect: violated
// expect-line: 9
// feature: Verification: unsupported code that is not reached
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 17);
  __asm__ volatile("nop" : "+r"(x));
  assert(x == 0);
  return 0;
}
