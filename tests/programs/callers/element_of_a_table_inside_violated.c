// expect: violated
// property: assert
// expect-line: 24
// feature: Functions: verified on their own, without main
#include <assert.h>

struct kind {
  int size;
};
static struct kind kinds[3];
struct value {
  struct kind *kind;
};

struct kind *kind_of(unsigned number) { return number < 3 ? &kinds[number] : 0; }

/* The kind that a caller's value has may be the last. */
int grow(struct value *value) {
  kinds[2].size = 1;
  if (!value || value->kind == 0)
    return 0;
  value->kind->size = 2;
  kinds[1].size = 3;
  assert(kinds[2].size == 1);
  return value->kind->size;
}
