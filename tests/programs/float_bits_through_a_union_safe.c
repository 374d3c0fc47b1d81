// expect: safe
// feature: Floating point: bytes of floats
#include <assert.h>
#include <string.h>
extern float __VERIFIER_nondet_float(void);

union bits {
  float number;
  unsigned pattern;
};

int main(void) {
  union bits u;
  u.number = __VERIFIER_nondet_float();
  if (u.number == 1.0f)
    assert(u.pattern == 0x3f800000u);
  u.pattern = 0xc0490fdbu;
  assert(u.number < -3.14f && u.number > -3.15f);
  double d = -2.0;
  unsigned long l;
  memcpy(&l, &d, sizeof l);
  assert(l == 0xc000000000000000ul);
  return 0;
}
