// expect: violated
// expect-line: 26
// property: assert
// feature: Memory: pointers and their arithmetic
/* Places that are 48, 24 and 16 bytes apart: those of the last two may be the same, and those of the first and of the
   pointer that goes through all of them, too. */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct wide { long x; int *p; long y[4]; };
struct middle { int *q; long z[2]; };
struct narrow { int *r; long w; };
int first, second, third;
int main(void) {
  char *memory = calloc(48, 10);
  if (!memory)
    return 0;
  unsigned i = __VERIFIER_nondet_uint() % 10, j = __VERIFIER_nondet_uint() % 20, k = __VERIFIER_nondet_uint() % 30;
  ((struct wide *)memory)[i].p = &first;
  ((struct middle *)memory)[j].q = &second;
  ((struct narrow *)memory)[k].r = &third;
  int *found = ((int **)memory)[__VERIFIER_nondet_uint() % 60];
  if (found)
    *found = 5;
  if (i == 7 && j == 11 && k == 22)
    assert(first == 0);
  return 0;
}
