// expect: unknown
// reason: bit-field wider than int
// feature: Objects: bit-fields
#include <assert.h>

struct wide {
  unsigned long long value : 40;
};

// gcc computes in 40 bits, where the sum is 0; Clang in 64.
int main(void) {
  struct wide w = {0xffffffffffull};
  assert(w.value + 1 == 0);
  return 0;
}
