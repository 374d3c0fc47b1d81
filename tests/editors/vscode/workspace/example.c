#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int sum_to(int limit) {
  int sum = 0;
  for (int i = 0; i < limit; i++) {
    sum += i;
  }
  return sum;
}

int main(void) {
  int limit = __VERIFIER_nondet_int();
  if (limit < 0 || limit > 4) {
    return 0;
  }
  int sum = sum_to(limit);
  assert(sum < 6);
  return 0;
}
