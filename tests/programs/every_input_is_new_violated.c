// expect: violated
// expect-line: 8
// feature: Verification: __VERIFIER and __CPROVER functions, entry and properties
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  assert(__VERIFIER_nondet_int() == __VERIFIER_nondet_int());
  return 0;
}
