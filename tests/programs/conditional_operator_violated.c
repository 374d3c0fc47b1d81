// expect: violated
// expect-line: 10
// feature: Expressions: conditional operator
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned distance = x > 100 ? x - 100 : 100;
  assert(distance < 50 || distance > 99);
  return 0;
}
