// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int stop;

int main(void) {
  if (__VERIFIER_nondet_int() > 3) {
    int turn = 0;
    while (!stop) {
      turn = 1 - turn;
      assert(turn < 2);
    }
    assert(0);
  }
  return 0;
}
