// expect: violated
// expect-line: 11
// feature: Library: strings
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0, 0};
  assert(strcmp(text, "a") != 0);
  return 0;
}
