// expect: safe
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

// Two arrays come from this one malloc, and each loop stays in its own.
static int fill(int n) {
  int *array = malloc(n * sizeof *array);
  int count = 0;
  if (array) {
    for (int *number = array; number != array + n; number++) {
      count++;
    }
    assert(count == n);
  }
  return count;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 100) {
    fill(n);
    fill(2 * n);
  }
  return 0;
}
