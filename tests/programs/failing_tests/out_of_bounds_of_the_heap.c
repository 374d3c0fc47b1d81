// expect: violated
// expect-line: 11
// property: bounds
#include <stdlib.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  char *text = malloc(n + 1);
  if (n > 9) {
    memset(text, 'x', n + 2);
  }
  free(text);
  return 0;
}
