// expect: safe
// property: assert,overflow
// options: -- -fno-strict-overflow
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  assert((y < x) == (x == INT_MAX));
  int z = INT_MIN;
  assert(-z == z && z - 1 == INT_MAX && z * 2 == 0 && (1 << 31) + 0 == z);
  z--;
  assert(z == INT_MAX);
  z += 2;
  assert(z == INT_MIN + 1);
}
