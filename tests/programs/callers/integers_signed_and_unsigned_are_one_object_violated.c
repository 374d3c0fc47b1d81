// expect: violated
// property: assert
// expect-line: 18
// feature: Memory: pointers and their arithmetic
#include <assert.h>

/* Further inside of what callers pass, too. */
struct counter {
  struct counter *next;
  int *value;
  unsigned *peak;
};
void reset(struct counter *c) {
  if (!c || !c->next || !c->next->value || !c->next->peak)
    return;
  *c->next->peak = 7;
  *c->next->value = 0;
  assert(*c->next->peak == 7);
}
