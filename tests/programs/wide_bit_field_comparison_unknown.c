// expect: unknown
// reason: bit-field wider than int
// feature: Objects: bit-fields
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct wide {
  unsigned long long value : 40;
};

// -1 becomes 2^40 - 1 for gcc, and 2^64 - 1 for Clang.
int main(void) {
  struct wide w;
  w.value = -1;
  int other = __VERIFIER_nondet_int();
  assert(w.value != other);
  return 0;
}
