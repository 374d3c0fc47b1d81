// expect: unknown
// reason: not confirmed
// property: bounds
#include <stdio.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  char text[12];
  sprintf(text, "%f", __VERIFIER_nondet_double());
  return 0;
}
