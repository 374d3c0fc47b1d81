// expect: violated
// property: assert
// expect-line: 14
// feature: Functions: verified on their own, without main
#include <assert.h>

struct place {
  int *to;
};
void fill(const struct place *place); /* what `place->to` leads to is no constant */
int f(void) {
  int x = 1;
  fill(&(struct place){&x});
  assert(x == 1);
  return x;
}
