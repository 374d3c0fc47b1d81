// expect: violated
// expect-line: 18
// expect-code: out-of-bounds
// property: bounds,assert
// feature: Undefined behaviour: accesses outside of an object (--property bounds)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Wherever the two objects lie: what begins in one of them is never in the other. */
int main(void) {
  char *blocks[2];
  blocks[0] = calloc(8, 1);
  blocks[1] = calloc(8, 1);
  int i = __VERIFIER_nondet_int();
  if (blocks[0] && blocks[1] && i >= 0 && i < 64) {
    char *walking = blocks[i & 1] + i % 16;
    *walking = 1;
  }
  return 0;
}
