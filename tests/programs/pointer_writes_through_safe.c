// expect: safe
// feature: Memory: pointers and their arithmetic
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = 1;
  int b = 2;
  int *p = __VERIFIER_nondet_int() ? &a : &b;
  *p = 5;
  assert((a == 5 && b == 2) || (a == 1 && b == 5));
  return 0;
}
