// expect: violated
// expect-line: 18
// feature: Objects: bit-fields
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct S {
  unsigned short a : 9, b : 7;
};
int main(void) {
  struct S *s = malloc(sizeof *s);
  if (!s)
    return 0;
  s->a = (unsigned short)__VERIFIER_nondet_int();
  s->b = 3;
  if (s->a == 300) {
    if (s->b == 3)
      assert(0);
  }
  return 0;
}
