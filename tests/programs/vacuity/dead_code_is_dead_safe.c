// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5) {
    if (x < 3) {
      int *p = 0;
      *p = 1;
      assert(0);
    }
    exit(1);
    assert(0);
  }
  return 0;
}
