// expect: unknown
// reason: whether it happens depends on where objects lie in memory
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int local, array[3], others[2];
  int *end = __VERIFIER_nondet_int() ? array : others;
  int *start = __VERIFIER_nondet_int() ? &local : array;
  for (int i = 0; i < 2; i++) {
    end++;
  }
  assert(end != start); // others + 2 may be &local, or array
  return 0;
}
