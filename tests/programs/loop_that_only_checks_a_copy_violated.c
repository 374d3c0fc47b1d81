// expect: violated
// expect-line: 22
// feature: Objects: arrays, also of arrays, with any index
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int from[100];
int to[100];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) {
    return 0;
  }
  for (int i = 0; i < n; i++) {
    from[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < n - 1; i++) {
    to[i] = from[i];
  }
  for (int i = 0; i < n; i++) {
    assert(to[i] == from[i]);
  }
  return 0;
}
