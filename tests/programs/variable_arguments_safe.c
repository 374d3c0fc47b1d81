// expect: safe
// feature: Functions: variable arguments
#include <assert.h>
#include <stdarg.h>

extern int __VERIFIER_nondet_int(void);

static int larger(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int first = va_arg(arguments, int);
  int second = va_arg(arguments, int);
  va_end(arguments);
  return first > second ? first : second;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = larger(2, x, 10);
  assert(y >= x && y >= 10);
  return 0;
}
