// expect: safe
// feature: Library: atexit
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int step;

static void last(void) { assert(step == 2); }
static void second(void) { step = step == 1 ? 2 : 3; }
static void first(void) { step = step == 0 ? 1 : 3; }

int main(void) {
  atexit(last);
  atexit(second);
  atexit(first);
  if (__VERIFIER_nondet_int() == 7) {
    exit(1);
  }
  return 0;
}
