// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int f(int depth) {
  if (__VERIFIER_nondet_int())
    return 7;
  if (depth >= 0)
    return f(depth < 1000 ? depth + 1 : 1);
  return f(0);
}

int main(void) {
  assert(f(__VERIFIER_nondet_int()) == 7);
  return 0;
}
