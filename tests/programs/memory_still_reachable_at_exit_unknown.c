// expect: unknown
// reason: a possible violation was not confirmed
// property: memory
// feature: Undefined behaviour: leaks (--property memory)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int *kept;

int main(void) {
  kept = malloc(sizeof *kept);
  *kept = __VERIFIER_nondet_int();
  return 0;
}
