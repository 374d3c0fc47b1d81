// expect: safe
// property: bounds,null,memory
#include <stdlib.h>

size_t __VERIFIER_nondet_size_t(void);

int main(void) {
  size_t n = __VERIFIER_nondet_size_t();
  if (n == 0) {
    return 0;
  }
  int *numbers = calloc(n, sizeof *numbers);
  if (numbers == NULL) {
    return 0;
  }
  numbers[n - 1] = 1;
  free(numbers);
  return 0;
}
