// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int stop;

int main(void) {
  int sum = 0;
  while (!stop) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 100 && sum < 1000)
      sum = sum + x;
    assert(sum < 1100);
  }
  return 0;
}
