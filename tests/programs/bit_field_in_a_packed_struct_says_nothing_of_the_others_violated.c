// expect: violated
// expect-line: 17
// feature: Objects: bit-fields
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct __attribute__((packed)) S {
  unsigned a : 3, b : 5;
};
int main(void) {
  struct S *s = malloc(sizeof *s);
  if (!s)
    return 0;
  s->a = __VERIFIER_nondet_uint() & 7u;
  s->b = 9;
  if (s->a == 2)
    assert(s->b != 9);
  return 0;
}
