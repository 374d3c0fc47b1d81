// expect: violated
// expect-line: 16
// feature: Floating point: bytes of floats
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

union bits {
  float number;
  unsigned pattern;
};

int main(void) {
  union bits u;
  u.number = __VERIFIER_nondet_float();
  if (u.number == 0)
    assert(u.pattern == 0);
  return 0;
}
