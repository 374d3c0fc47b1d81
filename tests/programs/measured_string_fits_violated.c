// expect: violated
// expect-line: 14
// property: bounds
// feature: Library: strings
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4], s[8] = {0};
  for (int i = 0; i < 5; i++)
    s[i] = __VERIFIER_nondet_char();
  if (strlen(s) <= sizeof text) {
    strcpy(text, s);
  }
}
