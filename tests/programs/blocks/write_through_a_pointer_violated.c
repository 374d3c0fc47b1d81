// expect: violated
// expect-line: 14
// options: --blocks functions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void set(int *target) {
  *target = 1;
}

int main(void) {
  int own = 0;
  set(&own);
  assert(own != 1);
  return 0;
}
