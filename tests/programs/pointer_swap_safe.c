// expect: safe
// feature: Memory: pointers and their arithmetic
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b) {
  int saved = *a;
  *a = *b;
  *b = saved;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int old_x = x;
  int old_y = y;
  swap(&x, &y);
  assert(x == old_y && y == old_x);
  return 0;
}
