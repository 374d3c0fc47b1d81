// expect: unknown
// reason: precondition that is not stated
// hint: 11
// feature: Functions: verified on their own, without main
#include <assert.h>

/* Nothing is assumed of what is passed; but callers are asked for it. */
int calls;
int half(int n) {
  calls = 1;
  assert(n >= 0);
  return n / 2;
}
