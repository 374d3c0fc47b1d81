// expect: safe
// options: -- -Ofast
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint() % 8;
  assert(x < 8);
}
