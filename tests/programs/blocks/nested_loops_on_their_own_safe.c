// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int add(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int three = 0;
    while (three < 3)
      three++;
    sum += three;
  }
  return sum;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 50)
    return 0;
  assert(add(n) == 3 * n);
  return 0;
}
