// expect: violated
// property: assert
// expect-line: 14
// feature: Functions: verified on their own, without main
#include <assert.h>

struct pair {
  int *first, *second;
};

int set(struct pair pair, int *p) {
  if (!pair.first || !p) return 0;
  *pair.first = 1; *p = 2;
  assert(*pair.first == 1); /* not for set(pair, pair.first) */
  return 0;
}
