// expect: safe
// feature: Control flow: while, do, for
#include <assert.h>

int main(void) {
  int i = 0;
  while (1) {
    i = 1 - i;
  }
  assert(0);
  return 0;
}
