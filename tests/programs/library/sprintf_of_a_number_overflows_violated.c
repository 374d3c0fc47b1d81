// expect: violated
// expect-line: 10
// property: bounds
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  char text[11];
  sprintf(text, "%d", __VERIFIER_nondet_int());
  return 0;
}
