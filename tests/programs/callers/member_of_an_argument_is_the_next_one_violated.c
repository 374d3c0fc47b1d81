// expect: violated
// property: assert
// expect-line: 18
// feature: Functions: verified on their own, without main
#include <assert.h>

struct part {
  int value;
};
struct whole {
  struct part *part;
};

int set(struct whole *whole, struct part *part) {
  if (!whole || !part || !whole->part) return 0;
  whole->part->value = 0;
  part->value = 1;
  assert(whole->part->value == 0); /* not for set(&w, w.part) */
  return 0;
}
