// expect: unknown
// reason: not checked: what printf does with a format that is no literal
// property: bounds
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  char format[3] = "ab";
  if (__VERIFIER_nondet_int()) {
    format[0] = '%';
  }
  printf(format);
  return 0;
}
