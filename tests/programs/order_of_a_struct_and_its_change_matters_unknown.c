// expect: unknown
// reason: order of evaluation
// feature: Expressions: operands in any order
#include <assert.h>

struct row {
  int cells[3];
};

static struct row row = {{1, 2, 3}};

static int change(void) {
  row.cells[1] = 9;
  return 1;
}

static int middle(struct row copy, int ignored) { return copy.cells[1] + 0 * ignored; }

int main(void) { assert(middle(row, change()) == 2); }
