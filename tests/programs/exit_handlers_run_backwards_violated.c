// expect: violated
// expect-line: 11
// feature: Library: atexit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int step;

static void last(void) { assert(step == 1); }
static void first(void) { step = 2; }

int main(void) {
  atexit(last);
  atexit(first);
  if (__VERIFIER_nondet_int() == 7) {
    exit(1);
  }
  step = 1;
  return 0;
}
