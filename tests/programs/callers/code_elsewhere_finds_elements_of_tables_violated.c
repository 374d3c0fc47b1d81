// expect: violated
// property: assert
// expect-line: 24
// feature: Functions: verified on their own, without main
#include <assert.h>

struct item {
  int value;
};
static struct item table[4];

struct item *first(void) { return &table[0]; }

void find(struct item **found);

/* What it finds may be in the table. */
int change(void) {
  struct item *found = 0;
  find(&found);
  if (!found)
    return 0;
  table[0].value = 1;
  found->value = 2;
  assert(table[0].value == 1);
  return 1;
}
