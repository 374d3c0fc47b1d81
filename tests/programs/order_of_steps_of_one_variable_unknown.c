// expect: unknown
// reason: order of evaluation
// feature: Expressions: operands in any order
#include <assert.h>

int main(void) {
  int i = 0;
  i = i++ + 1; // undefined
  assert(i == 1);
}
