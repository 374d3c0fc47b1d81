// expect: violated
// expect-line: 14
// feature: Objects: bit-fields
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct wide {
  unsigned long long value : 40;
};

int main(void) {
  struct wide w = {__VERIFIER_nondet_uint()};
  assert(w.value + 1 != 0x100000000ull);
  return 0;
}
