// expect: safe
// assumes: floating-point numbers are rounded to nearest
#include <assert.h>

int main(void) {
  double third = 1.0;
  third = third / 3.0;
  assert(third * 3.0 == 1.0);
}
