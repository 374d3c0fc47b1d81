// expect: violated
// expect-line: 17
// feature: Control flow: while, do, for
// options: --analysis interval
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int phase = 0;
  int handles = 0; // widened where the loop begins: what predicates were told before that must not be relied on
  for (int round = 0; round < 6; round++) {
    if (phase == 0) {
      if (__VERIFIER_nondet_int()) phase = 1;
    } else {
      handles++;
      phase = 0;
    }
    assert(handles <= 2);
  }
}
