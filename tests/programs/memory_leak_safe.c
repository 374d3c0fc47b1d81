// expect: safe
// property: memory
// feature: Undefined behaviour: leaks (--property memory)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *line = malloc(80);
  if (__VERIFIER_nondet_int() != 5) {
    free(line);
    return 1;
  }
  free(line);
  return 0;
}
