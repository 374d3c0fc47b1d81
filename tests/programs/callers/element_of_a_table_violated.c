// expect: violated
// property: assert
// expect-line: 30
// feature: Functions: verified on their own, without main
#include <assert.h>

struct slot {
  int is_used;
  int value;
};
static struct slot pool[8];

struct slot *take(void) {
  for (int i = 0; i < 8; i++) {
    if (!pool[i].is_used) {
      pool[i].is_used = 1;
      return &pool[i];
    }
  }
  return 0;
}

/* The slot may be the third. */
int give_back(struct slot *slot) {
  if (!slot)
    return 0;
  pool[2].is_used = 1;
  slot->is_used = 0;
  slot->value = 0;
  assert(pool[2].is_used);
  return 1;
}
