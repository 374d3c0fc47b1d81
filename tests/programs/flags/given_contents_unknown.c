// expect: unknown
// reason: a value that the engine only over-approximates
// options: -- -ftrivial-auto-var-init=zero
#include <assert.h>

int main(void) {
  int x;
  assert(x == 0);
}
