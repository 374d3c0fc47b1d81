// expect: violated
// expect-line: 14
// expect-code: memory-leak
// property: memory
// feature: Undefined behaviour: leaks (--property memory)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void finish(int status) {
  char *line = malloc(80);
  if (status) {
    line = 0;
  }
  exit(status);
}

int main(void) {
  finish(__VERIFIER_nondet_int());
}
