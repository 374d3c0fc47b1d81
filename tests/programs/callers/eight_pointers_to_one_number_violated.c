// expect: violated
// property: assert
// expect-line: 11
// feature: Functions: verified on their own, without main
#include <assert.h>

int set(int *a, int *b, int *c, int *d, int *e, int *f, int *g, int *h) {
  if (!a || !b || !c || !d || !e || !f || !g || !h) return 0;
  if (g == a || g == b || g == c || g == d || g == e || g == f) return 0;
  *g = 1; *h = 2;
  assert(*g == 1); /* not if the last two are one */
  return 0;
}
