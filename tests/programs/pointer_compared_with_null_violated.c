// expect: violated
// expect-line: 13
// feature: Memory: pointers and their arithmetic
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0;
  int *p = NULL;
  if (__VERIFIER_nondet_int())
    p = &x;
  assert(p != NULL);
  return 0;
}
