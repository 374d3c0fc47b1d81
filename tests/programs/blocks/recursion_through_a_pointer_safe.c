// expect: safe
// options: --blocks functions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void count_down(int *number) {
  if (*number > 0) {
    (*number)--;
    count_down(number);
  }
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100)
    return 0;
  count_down(&n);
  assert(n == 0);
  return 0;
}
