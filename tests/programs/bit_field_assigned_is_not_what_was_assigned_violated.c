// expect: violated
// expect-line: 18
// feature: Objects: bit-fields
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct S {
  int a : 31;
  int b : 1;
};
int main(void) {
  struct S *s = malloc(sizeof *s);
  if (!s)
    return 0;
  int x = __VERIFIER_nondet_int();
  if ((s->a = x) == 5)
    assert(x == 5);
  return 0;
}
