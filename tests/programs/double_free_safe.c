// expect: safe
// property: memory
// feature: Undefined behaviour: invalid free (--property memory)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *a = malloc(4);
  *a = __VERIFIER_nondet_int();
  if (*a == 7) {
    free(a);
    a = 0;
  }
  free(a);
  return 0;
}
