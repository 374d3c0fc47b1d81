// expect: violated
// expect-line: 11
// property: null
#include <stdlib.h>

size_t __VERIFIER_nondet_size_t(void);

int main(void) {
  size_t n = __VERIFIER_nondet_size_t();
  int *numbers = calloc(n, sizeof *numbers);
  numbers[0] = 1;
  return 0;
}
