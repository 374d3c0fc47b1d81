// expect: violated
// expect-line: 14
// expect-code: invalid-free
// property: memory
// feature: Undefined behaviour: invalid free (--property memory)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *text = calloc(4, 1);
  if (__VERIFIER_nondet_int()) {
    text++;
  }
  free(text);
  return 0;
}
