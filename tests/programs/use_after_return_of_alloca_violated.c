// expect: violated
// expect-line: 17
// expect-code: use-after-free
// property: use-after-free
// feature: Undefined behaviour: use after the end of a lifetime (--property use-after-free)
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);

static int *made(void) {
  int *object = alloca(sizeof *object);
  return object;
}

int main(void) {
  int *p = made();
  if (7 * __VERIFIER_nondet_int() == 91910) {
    *p = 1;
  }
  return 0;
}
