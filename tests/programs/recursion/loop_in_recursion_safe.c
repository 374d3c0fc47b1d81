// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int count(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s++;
  return s;
}

static int f(int k) {
  if (k <= 0)
    return 0;
  int a = count(k);
  f(k - 1);
  return a;
}

int main(void) {
  int k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k >= 0 && k <= 50);
  assert(f(k) == k);
  return 0;
}
