// expect: violated
// expect-line: 19
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int flag;

static void set(int n) {
  if (n <= 0) {
    flag = 1;
    return;
  }
  set(n - 1);
}

int main(void) {
  flag = 0;
  set(__VERIFIER_nondet_int());
  assert(flag != 1);
  return 0;
}
