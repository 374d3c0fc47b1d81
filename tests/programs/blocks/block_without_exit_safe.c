// expect: safe
// options: --blocks functions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void spin(void) {
  for (;;) {
  }
}

int main(void) {
  spin();
  assert(0);
  return 0;
}
