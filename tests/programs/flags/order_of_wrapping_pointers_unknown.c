// expect: unknown
// reason: order of pointers that may wrap around under -fno-strict-overflow
// options: -- -fno-strict-overflow
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  char c[4];
  unsigned long n = __VERIFIER_nondet_ulong();
  if (c + n < c) {
    assert(0);
  }
}
