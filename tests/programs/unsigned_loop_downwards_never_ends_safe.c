// expect: safe
// feature: Control flow: while, do, for
#include <assert.h>

int main(void) {
  unsigned i = 3;
  while (i >= 0) {
    i--;
    if (i > 3)
      break;
  }
  assert(i == 4294967295u);
  return 0;
}
