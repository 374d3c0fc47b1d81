// expect: violated
// expect-line: 14
extern int __VERIFIER_nondet_int(void);
extern int measure(int channel);
#include <assert.h>
#include <stdlib.h>

int main(void) {
  __VERIFIER_nondet_int(); // the first result, which nobody looks at
  int second = __VERIFIER_nondet_int();
  measure(1);
  (void)measure(2);
  rand();
  assert(second != 17 || measure(3) != 18 || rand() != 19);
  return 0;
}
