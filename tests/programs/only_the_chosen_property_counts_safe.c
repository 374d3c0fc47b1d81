// expect: safe
// property: reach-error
// feature: Verification: __VERIFIER and __CPROVER functions, entry and properties
#include <assert.h>

int main(void) {
  assert(0);
  return 0;
}
