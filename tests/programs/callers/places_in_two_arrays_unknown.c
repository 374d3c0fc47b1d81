// expect: unknown
// reason: precondition that is not stated
// hint: 19

/* What has other names, or other types, need not be null where the other is. */
#include <assert.h>

struct other {
  char *left, *right;
  int *start;
  long *end;
};

void look(const struct other *other) {
  if (other && other->left) {
    assert(other->right);
  }
  if (other && other->start) {
    assert(other->end);
  }
}
