// expect: violated
// expect-line: 13
// feature: Expressions: short-circuit operators
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int count = 0;
  if (x > 3 || count++ < 10) {
    x = 4;
  }
  assert(count == 1);
  return 0;
}
