// expect: violated
// expect-line: 18
// feature: Objects: bit-fields
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct flags {
  _Bool x : 1;
  _Bool y : 1;
};
int main(void) {
  struct flags *f = malloc(sizeof *f);
  if (!f)
    return 0;
  f->x = __VERIFIER_nondet_int() != 0;
  f->y = 1;
  if (!f->x) {
    assert(!f->y);
  }
  return 0;
}
