// expect: violated
// property: assert
// expect-line: 18
// feature: Functions: verified on their own, without main
#include <assert.h>

struct operations {
  void (*count)(void);
};
static int calls;
static void count(void) { calls++; }
const struct operations operations = {count}; /* for other files, which pass it */

int use(struct operations *o) {
  if (!o || !o->count) return 0;
  calls = 1;
  o->count();
  assert(calls == 1);
  return 0;
}
