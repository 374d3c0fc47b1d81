// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int step;
static void handler(void) { assert(step++ == 1); }
__attribute__((destructor)) static void third(void) { assert(step++ == 3); }
__attribute__((destructor)) static void second(void) { assert(step++ == 2); }
__attribute__((destructor(200))) static void fourth(void) { assert(step++ == 4); }

int main(void) {
  atexit(handler);
  step = 1;
  if (__VERIFIER_nondet_int()) {
    exit(0);
  }
}
