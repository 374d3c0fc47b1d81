// expect: safe
// feature: Control flow: break and continue
#include <assert.h>

int main(void) {
  int outer = 0;
  int inner = 0;
  while (outer < 3) {
    while (1) {
      inner++;
      if (inner > outer)
        break;
    }
    outer++;
  }
  assert(outer == 3 && inner == 3);
  return 0;
}
