// expect: safe
// property: use-after-free
// feature: Undefined behaviour: use after the end of a lifetime (--property use-after-free)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  *a = *b = __VERIFIER_nondet_int();
  if (*a > 0) {
    free(a);
    a = b;
  }
  return *a + *b;
}
