// expect: violated
// expect-line: 9
// options: --blocks functions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void overwrite(int x) {
  x = 9;
  assert(x != 9);
}

int main(void) {
  int x = 1;
  overwrite(x);
  return x;
}
