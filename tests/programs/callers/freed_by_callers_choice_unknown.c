// expect: unknown
// property: use-after-free
// reason: can use an object that does not exist any more
// hint: 13
#include <stdlib.h>

struct box {
  int *content;
};

int empty(struct box *box, int *other) {
  free(box->content);
  return *other;
}
