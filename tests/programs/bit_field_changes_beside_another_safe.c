// expect: safe
// feature: Objects: bit-fields
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct S {
  unsigned char a : 3, b : 5;
};
int main(void) {
  struct S *s = malloc(sizeof *s);
  if (!s)
    return 0;
  s->a = 5;
  s->b = 17;
  if (__VERIFIER_nondet_int())
    s->a = 2;
  assert(s->b == 17);
  assert(s->a == 5 || s->a == 2);
  return 0;
}
