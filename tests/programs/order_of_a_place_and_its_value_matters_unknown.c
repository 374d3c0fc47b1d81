// expect: unknown
// reason: order of evaluation
// feature: Expressions: operands in any order
#include <assert.h>

static int used;
static int slots[4];

static int next(void) { return used++; }

int main(void) {
  slots[next()] = next();
  assert(slots[0] == 1);
}
