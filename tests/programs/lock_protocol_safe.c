// expect: safe
// feature: Control flow: while, do, for
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int lock = 0;
  int new_count = 0;
  int old_count = 1;
  while (new_count != old_count) {
    assert(lock == 0);
    lock = 1;
    old_count = new_count;
    if (__VERIFIER_nondet_int()) {
      assert(lock == 1);
      lock = 0;
      if (new_count < 1000000)
        new_count++;
    }
    if (new_count != old_count && lock)
      lock = 0;
    if (new_count == old_count)
      break;
  }
  return 0;
}
