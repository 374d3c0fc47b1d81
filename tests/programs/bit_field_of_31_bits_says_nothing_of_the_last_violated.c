// expect: violated
// expect-line: 17
// feature: Objects: bit-fields
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct S {
  unsigned count : 31, dirty : 1;
};
int main(void) {
  struct S *s = malloc(sizeof *s);
  if (!s)
    return 0;
  s->count = __VERIFIER_nondet_uint() & 0x7fffffffu;
  s->dirty = 1;
  if (s->count == 0) {
    assert(s->dirty == 0);
  }
  return 0;
}
