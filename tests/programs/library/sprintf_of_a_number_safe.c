// expect: safe
// property: bounds,null,use-after-free
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  char text[12];
  int number = __VERIFIER_nondet_int();
  sprintf(text, "%d", number);
  char padded[16];
  sprintf(padded, "<%08x:%c>", number, 'x');
  snprintf(padded, sizeof padded, "%d %d %d %d", number, number, number, number);
  char name[8];
  snprintf(name, sizeof name, "%.3s-%3u", "abcdef", 7u);
  snprintf(0, 0, "%d", number);
  return 0;
}
