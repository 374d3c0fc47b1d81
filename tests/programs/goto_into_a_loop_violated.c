// expect: violated
// expect-line: 13
// feature: Control flow: goto
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 10;
  if (__VERIFIER_nondet_int())
    goto inside;
  for (i = 0; i < 3; i++) {
  inside:
    assert(i < 3);
  }
  return 0;
}
