// expect: unknown
// reason: every run ends in undefined behaviour: access through a null pointer at
#include <assert.h>
struct box { int value; };

void put(struct box *box) {
  assert(box == 0);
  box->value = 1;
  assert(box->value == 2);
}
