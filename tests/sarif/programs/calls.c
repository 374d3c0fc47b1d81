#include <assert.h>
int __VERIFIER_nondet_int(void);

static int twice(int number) {
  int result = number + number;
  return result;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3) {
    assert(twice(n) != 8);
  }
  return 0;
}
