// expect: unknown
// property: assert
// reason: order of evaluation
/* What is read and what is written have different types, and are one object. */
#include <assert.h>

struct cell {
  int index;
};

union either {
  struct cell *cell;
  long number;
};

int main(int argc, char **argv) {
  (void)argv;
  struct cell cells[2] = {{0}, {0}};
  union either either;
  union either *shared = &either;
  shared->cell = &cells[argc > 1];
  shared->cell->index = (shared->number = (long)&cells[0]) != 0;
  assert(cells[0].index + cells[1].index == 1);
  return 0;
}
