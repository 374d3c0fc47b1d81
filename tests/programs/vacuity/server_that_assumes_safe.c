// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  for (;;) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    assert(x != 3);
  }
}
