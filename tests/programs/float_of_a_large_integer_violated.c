// expect: violated
// expect-line: 11
// feature: Floating point: conversions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n <= 16777217) {
    float x = n;
    assert((int)x == n); // 2^24 + 1 is rounded
  }
  return 0;
}
